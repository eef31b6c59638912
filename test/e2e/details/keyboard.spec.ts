import type { Locator, Page } from '@playwright/test'
import { admin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { tabTo } from '#test/e2e/hands.ts'
import { fetchTool, fillCard, openPaymentPage, openPurchase } from '#test/e2e/orders.ts'
import { getList } from '#test/e2e/quick-order-page.ts'
import { getEmailField, getPasswordField } from '#test/e2e/sign-in-form.ts'

const { step } = test

async function pressEnterOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

test('after a link, the new page’s heading has the focus', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Blogs', level: 1 })).toBeFocused()
})

test('the ring of a white button is as dark as that of a link', async ({ page }) => {
  await page.goto('/shop')
  const readRing = async () =>
    page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineColor)
  await page.getByRole('link', { name: 'Cart' }).focus()
  await page.keyboard.press('Tab')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .focus()
  const ring = await readRing()
  await page.getByRole('link', { name: 'Buy Now' }).first().focus()
  expect(await readRing()).toBe(ring)
  expect(ring).toBe('rgb(20, 24, 31)')
})

test('a form with missing fields moves the focus to the first of them', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard/addProduct')
  await page.getByRole('button', { name: 'Add Product' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await expect(page.locator('[aria-invalid=true]').first()).toHaveAccessibleDescription(/required/)
})

test.describe('a refused login', () => {
  test.use({ expected: { errors: [/status of 401/] } })

  test('leaves the focus on its button', async ({ page }) => {
    await page.goto('/login')
    await getEmailField(page).fill('nobody@example.com')
    await getPasswordField(page).fill('wrong-guess')
    await page.getByRole('button', { name: 'Login', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Invalid email or password')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
  })
})

test('Escape leads from the suggestions back to what was typed', async ({ page }) => {
  await page.goto('/blogs')
  const box = page.getByRole('textbox', { name: 'Find a tool' })
  await box.fill('saw')
  await expect(page.getByRole('listitem').filter({ hasText: 'Circular Saw' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(box).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('saw')
})

test('the buttons of a quantity keep the focus at the limit, and choices give it to the field', async ({ page }) => {
  await signUpByApi(page)
  await openPurchase(page, 'Trio Screwdriver Set')
  const less = page.getByRole('button', { name: 'One pack less' })
  await page.getByLabel('Quantity', { exact: true }).fill('72')
  await less.focus()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('48')
  await expect(less).toBeDisabled()
  await expect(less).toBeFocused()
  await page.getByLabel('Quantity', { exact: true }).fill('50')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: '72 pieces' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused()
})

test('after paying, the receipt has the focus', async ({ page }) => {
  await openPaymentPage(page, 'Farmark Tape Measure')
  await fillCard(page, '4242 4242 4242 4242')
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeEnabled()
  await pay.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your payment is done.' })).toBeFocused()
})

test('after a line of the cart was removed, the next one has the focus', async ({ page }) => {
  for (const name of ['Circular Saw', 'Evenline Box Level']) {
    await page.goto(`/shop/${(await fetchTool(page, name))._id}`)
    await page.getByRole('button', { name: `Add to cart: ${name}` }).click()
    await expect(page.getByRole('link', { name: /^Cart, / })).toBeVisible()
  }
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Remove Circular Saw' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Evenline Box Level' })).toBeFocused()
})

test('a list is ordered by keyboard alone, from the paste to the order', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/quick-order')
  const getButton = (name: string) => page.getByRole('button', { name, exact: true })
  const getQuantity = (name: string) => page.getByLabel(`Quantity of ${name}`, { exact: true })

  await step('rows are typed and checked', async () => {
    await tabTo(page, getList(page))
    await page.keyboard.type('CS-185 8\nTSS-3 50\nWAW-10 some\nEBL-600 36')
    await pressEnterOn(page, getButton('Check the list'))
    const summary = '2 tools can be ordered; 2 rows need another look'
    await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  })

  await step('a row is repaired by its button, and the next one, where the focus is, in its field', async () => {
    await pressEnterOn(page, getButton('Order 48'))
    await expect(getButton('Order 40')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Quantity of row 3')).toBeFocused()
    await page.keyboard.type('40')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '4 tools can be ordered', exact: true })).toBeFocused()
    await pressEnterOn(page, getButton('Add 4 tools to the cart'))
    await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeFocused()
  })

  await step('Enter leads from quantity to quantity, of which each is selected', async () => {
    await tabTo(page, getQuantity('Circular Saw'))
    await page.keyboard.type('16')
    await page.keyboard.press('Enter')
    await expect(getQuantity('Trio Screwdriver Set')).toBeFocused()
    await page.keyboard.type('72')
    await page.keyboard.press('Enter')
    await expect(getQuantity('Widejaw Adjustable Wrench')).toBeFocused()
    await expect(getQuantity('Circular Saw')).toHaveValue('16')
    await expect(getQuantity('Trio Screwdriver Set')).toHaveValue('72')
  })

  await step('a line is removed, and Undo leads back to it', async () => {
    await pressEnterOn(page, getButton('Remove Widejaw Adjustable Wrench'))
    await expect(getButton('Remove Evenline Box Level')).toBeFocused()
    await pressEnterOn(page, getButton('Undo'))
    await expect(getQuantity('Widejaw Adjustable Wrench')).toBeFocused()
  })

  await step('the order is placed, and its page has the focus', async () => {
    const address = { Street: '1 Forge Lane', City: 'Hull', 'Postal code': 'HU1 1AA', Country: 'UK', Phone: '555 0100' }
    for (const [label, text] of Object.entries(address)) {
      await tabTo(page, page.getByLabel(label))
      await page.keyboard.type(text)
    }
    await pressEnterOn(page, getButton('Place order'))
    await expect(page.getByRole('heading', { name: /^Order \d+/, level: 1 })).toBeFocused()
  })
})

test('in the shop’s table, Tab leads from quantity to Add to the next tool, and adding keeps the focus', async ({
  page,
}) => {
  await page.goto('/shop?category=hand-tools&view=table&sort=name')
  const hammer = page.getByRole('row').filter({ hasText: 'LCH-16' })
  await tabTo(page, hammer.getByRole('spinbutton'))
  await page.keyboard.type('50')
  await page.keyboard.press('Enter')
  await expect(hammer.getByRole('spinbutton')).toBeFocused()
  await expect(hammer.getByRole('spinbutton')).toHaveAccessibleDescription(/50 is not a multiple of 20/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('60')
  await page.keyboard.press('Tab')
  await expect(hammer.getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Cart, 1 tool' })).toBeVisible()
  await expect(hammer.getByRole('button')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('row').filter({ hasText: 'PWC-6' }).getByRole('link')).toBeFocused()
})
