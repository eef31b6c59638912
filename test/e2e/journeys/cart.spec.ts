import type { Page } from '@playwright/test'
import { fillAddress } from '#test/e2e/address.ts'
import { callApi, changeAsAdmin, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { pasteRows } from '#test/e2e/quick-order-page.ts'

const { step } = test

const getQuantity = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`)
const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const getCartLink = (page: Page, count: string) => page.getByRole('link', { name: `Cart, ${count}` })

async function addFromToolPage(page: Page, name: string): Promise<void> {
  const { _id } = await fetchTool(page, name)
  await page.goto(`/shop/${_id}`)
  await page.getByRole('button', { name: `Add to cart: ${name}` }).click()
  await expect(page.getByRole('status').filter({ hasText: `of ${name} to the cart` })).toBeVisible()
}

test('a visitor fills a cart by keyboard, logs in on the way, and orders all of it', async ({ page }) => {
  const buyer = await signUpByApi(page, 'Kay Cart')
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: /session/ })

  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await page.goto('/shop?q=saw')
  await page.getByRole('button', { name: 'Add to cart: Circular Saw' }).click()
  await expect(getCartLink(page, '1 tool')).toBeVisible()
  await addFromToolPage(page, 'Trio Screwdriver Set')
  await addFromToolPage(page, 'Evenline Box Level')
  await getCartLink(page, '3 tools').click()

  await step('Enter goes from quantity to quantity, and sums follow at once', async () => {
    await getQuantity(page, 'Circular Saw').fill('25')
    await expect(getRow(page, 'Circular Saw')).toContainText('$3,')
    await getQuantity(page, 'Circular Saw').hover()
    await page.mouse.wheel(0, 100)
    await page.keyboard.press('ArrowUp')
    await expect(getQuantity(page, 'Circular Saw')).toHaveValue('26')
    await page.keyboard.press('ArrowDown')
    await expect(getQuantity(page, 'Circular Saw')).toHaveValue('25')
    await page.keyboard.press('Enter')
    await expect(getQuantity(page, 'Trio Screwdriver Set')).toBeFocused()
    await page.keyboard.type('50')
    await page.keyboard.press('Shift+Enter')
    await expect(getQuantity(page, 'Circular Saw')).toBeFocused()
  })

  await step('what cannot be ordered is explained, and repaired in place', async () => {
    await expect(getQuantity(page, 'Trio Screwdriver Set')).toHaveAccessibleDescription(/50 is not a multiple of 24/)
    await expect(page.getByText('One line is not in the total.')).toBeVisible()
    await page.getByRole('button', { name: 'Check out' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'One line needs another look first.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Order 48' })).toBeFocused()
    await page.getByRole('button', { name: 'Order 72' }).click()
    await expect(getQuantity(page, 'Trio Screwdriver Set')).toHaveValue('72')
  })

  await step('a removed line comes back by Undo', async () => {
    await page.getByRole('button', { name: 'Remove Evenline Box Level' }).click()
    await expect(getRow(page, 'Evenline')).toHaveCount(0)
    await expect(getCartLink(page, '2 tools')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getRow(page, 'Evenline')).toHaveCount(1)
    await getQuantity(page, 'Evenline Box Level').fill('')
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getRow(page, 'Evenline')).toHaveCount(1)
    await page.reload()
    await expect(getQuantity(page, 'Circular Saw')).toHaveValue('25')
    await expect(getRow(page, 'Evenline')).toHaveCount(1)
  })

  await step('checking out asks for a login, and keeps the cart', async () => {
    await page.getByRole('button', { name: 'Check out' }).click()
    await expect(page).toHaveURL(/\/login\?from=/)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/cart')
    await expect(getQuantity(page, 'Trio Screwdriver Set')).toHaveValue('72')
  })

  await expect(page.getByLabel('Name')).toHaveValue('Kay Cart')
  await fillAddress(page, '7 Anvil Street')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Please Pay for Circular Saw and 2 more')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  const [order] = await callApi(page, 'GET', '/orders?limit=1')
  expect(order.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([25, 72, order.lines[2].quantity])
  expect([order.phone, order.address]).toEqual([
    '555 0142',
    'Kay Cart\n7 Anvil Street\nSheffield, S1 2AB\nUnited Kingdom',
  ])
  await step('Back leads to the empty cart, which names the order', async () => {
    await page.goBack()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
    await expect(page.getByText(`Your order ${order.number} is placed.`)).toBeVisible()
  })
})

test('a cart follows what another tab changes, a visitor’s and a buyer’s', async ({ page, context }) => {
  const { name, minimum, increment } = await fetchTool(page, 'Trio Screwdriver Set')
  const more = String(minimum + increment)
  for (const kind of ['visitor', 'buyer'])
    await step(kind, async () => {
      if (kind === 'buyer') await signUpByApi(page, 'Tabitha Two')
      await addFromToolPage(page, name)
      await page.goto('/cart')
      const other = await context.newPage()
      await other.goto('/cart')
      await getQuantity(other, name).fill(more)
      await expect(getQuantity(page, name)).toHaveValue(more)
      await other.getByRole('button', { name: `Remove ${name}` }).click()
      await expect(page.getByText('Your cart is empty.')).toBeVisible()
      await other.close()
    })
})

test('a tool that a visitor adds again by quick order has its present price', async ({ page }) => {
  const { _id: toolId, name: toolName, sku, minimum: quantity, price } = await fetchTool(page, 'Evenline Box Level')
  await page.goto('/')
  const lines = [{ toolId, toolName, sku, quantity, price: price - 1 }]
  await page.evaluate(text => localStorage.setItem('cart', text), JSON.stringify(lines))
  await page.goto('/cart')
  await expect(getRow(page, toolName)).toContainText('Each was')
  await page.goto('/quick-order')
  await pasteRows(page, [`${sku}\t${quantity}`])
  await page.getByRole('button', { name: 'Add 1 tool to the cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(getQuantity(page, toolName)).toHaveValue(String(2 * quantity))
  await expect(getRow(page, toolName)).not.toContainText('Each was')
})

test.describe('while an admin edits the catalogue', () => {
  test.use({ expected: { errors: [/status of 409/] } })

  test('a cart tells what has changed since, and a sign-out leaves none behind', async ({ page }) => {
    await signUpByApi(page, 'Cora Change')
    const added: { insertedId: string }[] = []
    const tool = {
      image: '/images/jigsaw-800.webp',
      price: 10,
      available: 50,
      minimum: 2,
      description: 'For the cart.',
    }
    const names = ['Cart Adze', 'Cart Bradawl', 'Cart Chisel']
    await changeAsAdmin(page, async adminPage => {
      for (const name of names) added.push(await callApi(adminPage, 'POST', '/addProduct', { ...tool, name }))
    })
    for (const name of names) await addFromToolPage(page, name)
    await changeAsAdmin(page, async adminPage => {
      const [adze, bradawl, chisel] = added.map(({ insertedId }) => insertedId)
      await callApi(adminPage, 'PUT', `/tool/${adze}`, { ...tool, name: names[0], price: 12 })
      await callApi(adminPage, 'PUT', `/tool/${bradawl}`, {
        ...tool,
        name: names[1],
        available: 1,
        discontinued: true,
        replacementSku: 'PWC-6',
      })
      await callApi(adminPage, 'DELETE', `/tool/${chisel}`)
    })

    await page.goto('/cart')
    await expect(getRow(page, 'Cart Adze')).toContainText('Each was $10.00, and is $12.00 now.')
    await expect(getRow(page, 'Cart Bradawl')).toContainText(
      'Fewer pieces are left than the minimum order of 2 pieces.',
    )
    await expect(getRow(page, 'Cart Chisel')).toContainText('This tool is no longer in the catalogue.')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '3 lines need another look first.' })).toBeVisible()
    await page.getByRole('button', { name: 'Order at $12.00' }).click()
    await expect(getRow(page, 'Cart Adze')).not.toContainText('Each was')
    await page.getByRole('button', { name: 'Remove Cart Chisel' }).click()
    await getRow(page, 'Cart Bradawl').getByRole('button', { name: 'Take its replacement' }).click()
    await expect(getRow(page, 'Cart Bradawl')).toHaveCount(0)
    await expect(getRow(page, 'Paredge Wood Chisel Set')).toContainText('PWC-6')
    const listStored = async () =>
      (await callApi(page, 'GET', '/cart')).map(({ toolName }: { toolName: string }) => toolName).toSorted()
    await expect.poll(listStored).toEqual(['Cart Adze', 'Paredge Wood Chisel Set'])
    await page.getByRole('button', { name: 'Remove Paredge Wood Chisel Set' }).click()
    await expect(page.getByText('Total $24.00')).toBeVisible()

    await step('what changes at the last moment is told at its line, and nothing is lost', async () => {
      await changeAsAdmin(page, async adminPage => {
        await callApi(adminPage, 'PUT', `/tool/${added[0]?.insertedId}`, { ...tool, name: names[0], price: 15 })
      })
      await fillAddress(page, '1 Forge Lane')
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByText('Cart Adze: Each costs $15.00 now.')).toBeVisible()
      await expect(getRow(page, 'Cart Adze')).toContainText('Each was $12.00, and is $15.00 now.')
      await expect(page.getByLabel('Street')).toHaveValue('1 Forge Lane')
    })

    await page
      .getByRole('link', { name: 'Sign Out' })
      .or(page.getByRole('button', { name: 'Sign Out' }))
      .click()
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
  })
})
