import type { Page } from '@playwright/test'
import type { Tool } from '#contract/schemas/tools.ts'
import { fillAddress } from '#test/e2e/address.ts'
import { callApi, changeAsAdmin, expect, submitSignUp, test } from '#test/e2e/fixtures.ts'
import { downloadPdf, getPoNumber, getSteps } from '#test/e2e/order-page.ts'
import { fetchTool, fillCard } from '#test/e2e/orders.ts'
import { getRow, pasteRows } from '#test/e2e/quick-order-page.ts'

const { step } = test

/** Tools of the demo catalogue with enough stock; the others below are for the faults. */
const skus =
  'MSS-125 RH26-860 FTM-25 WBS-533 PWC-6 HPD-13 BB88-W CT5 GD-MP RV-E9V RO5-125 DP12 TBV-125 CS-185 LCH-16'.split(' ')

const anvil = 'Bulk Anvil'
const billhook = 'Bulk Billhook'
const fields = {
  image: '/images/jigsaw-800.webp',
  price: 10,
  available: 39,
  minimum: 10,
  description: 'By the dozen.',
}

/** A row for each tool: the minimum order. */
async function listRows(page: Page): Promise<string[]> {
  const demoTools: Tool[] = await (await page.request.get('/api/tools?sort=oldest&limit=24')).json()
  const tools = [...demoTools.filter(({ sku }) => skus.includes(sku))]
  for (const name of [anvil, billhook]) tools.push(await fetchTool(page, name))
  return tools.map(({ sku, minimum }) => `${sku}\t${minimum}`)
}

const getTotal = (page: Page) => page.getByText(/^Total \$/)

test('a visitor orders a pasted list, signs up on the way, pays, and orders it again later', async ({ page }) => {
  await changeAsAdmin(page, async adminPage => {
    for (const name of [anvil, billhook]) await callApi(adminPage, 'POST', '/addProduct', { ...fields, name })
  })

  await step('forty rows are pasted, of which six need another look', async () => {
    await page.goto('/quick-order')
    const rows = await listRows(page)
    const faults = ['EBL-60\t36', 'TSS-3\t50', 'WAW-10\t1', 'BHS-22\tsome', 'BG8\t5', 'Reciprocal saws\t6']
    const list = [...rows, ...rows, ...faults]
    expect(list).toHaveLength(40)
    await pasteRows(page, list)
    const summary = '17 tools can be ordered; 6 rows need another look'
    await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  })

  await step('each of the six is repaired in place', async () => {
    await page.getByRole('button', { name: 'EBL-600, Evenline Box Level' }).click()
    await expect(getRow(page, 'Trio Screwdriver Set')).toContainText('50 is not a multiple of 24.')
    await page.getByRole('button', { name: 'Order 48' }).click()
    await expect(getRow(page, 'Widejaw Adjustable Wrench')).toContainText('The minimum order is 40 pieces.')
    await page.getByRole('button', { name: 'Order 40' }).click()
    await expect(getRow(page, 'Broadtooth Hand Saw')).toContainText('“some” is not a number of pieces.')
    await getRow(page, 'Broadtooth Hand Saw').getByLabel('Quantity of row').fill('30')
    await page.keyboard.press('Enter')
    const soldOut = getRow(page, 'No pieces are in stock.')
    await soldOut.getByRole('button', { name: 'Remove row' }).click()
    await getRow(page, 'No tool has the SKU “Reciprocal saws”.').getByLabel('SKU of row').fill('RS-1000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '22 tools can be ordered', exact: true })).toBeVisible()
  })

  await page.getByRole('button', { name: 'Add 22 tools to the cart' }).click()
  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible()
  await expect(page.getByLabel(`Quantity of ${anvil}`)).toHaveValue('20')
  const total = ((await getTotal(page).textContent()) ?? '').replace('Total ', '')

  await step('signing up before the order keeps the cart', async () => {
    await page.getByRole('button', { name: 'Check out' }).click()
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await submitSignUp(page, 'Wilma Wholesale')
    await page.getByRole('link', { name: 'Cart, 22 tools' }).click()
    await expect(getTotal(page)).toHaveText(`Total ${total}`)
  })

  await step('the order gets a new address and a PO number', async () => {
    await expect(page.getByLabel('Name')).toHaveValue('Wilma Wholesale')
    await fillAddress(page, '7 Anvil Street')
    await getPoNumber(page).fill('PO-2024-17')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('Please Pay for')).toBeVisible()
    await expect(page.getByText(`Please pay ${total}`)).toBeVisible()
  })

  await step('a card pays for it', async () => {
    await fillCard(page, '4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('Your payment is done.')).toBeVisible()
  })

  const [{ number }] = await callApi(page, 'GET', '/orders?limit=1')
  await step('its page shows what happened, and for whom', async () => {
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
    await page.getByRole('link', { name: `Order ${number}` }).click()
    await expect(page.getByRole('heading', { name: `Order ${number}`, level: 1 })).toBeVisible()
    await expect(getSteps(page).getByRole('strong')).toHaveText(['Placed', 'Paid by card'])
    await expect(page.getByText('To be shipped')).toBeVisible()
    await expect(page.getByText('PO-2024-17')).toBeVisible()
    await expect(page.getByText('Wilma Wholesale\n7 Anvil Street')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(total)
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(22)
  })

  await step('its invoice names the number, the PO number, the tools and the total', async () => {
    const { fileName, text } = await downloadPdf(page, 'Invoice (PDF)')
    const [, invoiceNumber] = /^invoice-(\d+)\.pdf$/.exec(fileName) ?? []
    const { sku } = await fetchTool(page, anvil)
    for (const part of [`Invoice ${invoiceNumber}`, `Order ${number} of`, 'Purchase order PO-2024-17', sku, 'CS-185'])
      expect(text).toContain(part)
    expect(text).toMatch(new RegExp(`Total\\s+${total.replaceAll(/[$.]/g, '\\$&')}`))
  })

  await changeAsAdmin(page, async adminPage => {
    for (const [name, changes] of [
      [anvil, { price: 12 }],
      [billhook, { available: 0 }],
    ] as const) {
      const { _id } = await fetchTool(adminPage, name)
      await callApi(adminPage, 'PUT', `/tool/${_id}`, { ...fields, name, ...changes })
    }
  })

  await step('ordering it again shows what has changed before anything is in the cart', async () => {
    await page.getByRole('link', { name: 'Order again' }).click()
    await expect(page.getByText('2 lines have changed since then.')).toBeVisible()
    await expect(getRow(page, anvil)).toContainText('Each was $10.00, and is $12.00 now.')
    await expect(getRow(page, billhook)).toContainText('No pieces are in stock.')
    await expect(page.getByText('2 lines need another look, and are not added.')).toBeVisible()
    expect(await callApi(page, 'GET', '/cart')).toEqual([])
  })

  await step('the new price is accepted, and all but the missing tool goes into the cart', async () => {
    await page.getByRole('button', { name: 'Order at $12.00' }).click()
    await expect(page.getByText('One line needs another look, and is not added.')).toBeVisible()
    await page.getByRole('button', { name: 'Add 21 tools to the cart' }).click()
    await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible()
    await expect(getRow(page, anvil)).toContainText('$240.00')
    await expect(getRow(page, billhook)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Cart, 21 tools' })).toBeVisible()
  })
})
