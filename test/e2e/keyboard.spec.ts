import {
  admin,
  expect,
  fetchTool,
  fillCard,
  logInByApi,
  openPaymentPage,
  openPurchase,
  signUpByApi,
  test,
} from './fixtures.ts'
import { getEmailField, getPasswordField } from './sign-in-form.ts'

test('after a link, the new page’s heading has the focus, and the bar stays where it is', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Pay', exact: true }).focus()
  await page.keyboard.press('Enter')
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
