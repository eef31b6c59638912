import type { Locator, Page } from '@playwright/test'
import { listCutTexts } from '#test/e2e/cut-texts.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool, openPurchase, payOrder, placeOrder } from '#test/e2e/orders.ts'
import { getDialog, getOrderButton, getSubmitButton } from '#test/e2e/purchase-page.ts'

const widths = [390, 768, 1280, 1600]
const address = 'Ben Tanner\nKeller Joinery\n18 Mill Street\nLeeds, LS1 4AP\nUnited Kingdom'

async function forEachWidth(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`at ${width} px`, () => check(width))
  }
}

async function expectWithin(inner: Locator, outer: Locator): Promise<void> {
  const [box, around] = [await inner.boundingBox(), await outer.boundingBox()]
  if (!box || !around) throw new Error('not shown')
  expect(box.x).toBeGreaterThanOrEqual(around.x)
  expect(box.x + box.width).toBeLessThanOrEqual(around.x + around.width + 0.5)
}

async function expectWhole(text: Locator): Promise<void> {
  const [whole, shown] = await text.evaluate(element => [element.scrollWidth, element.getBoundingClientRect().width])
  expect(whole).toBeLessThanOrEqual(Math.ceil(shown ?? 0))
  await expectWithin(text, text.page().locator('body'))
  for (const style of ['overflow-x', 'text-overflow'])
    await expect(text).toHaveCSS(style, style === 'overflow-x' ? 'visible' : 'clip')
}

test('an order goes out with the address line by line, as the last one had it', async ({ page }) => {
  const { name, email } = await signUpByApi(page)
  const tool = await fetchTool(page, 'Evenline Box Level')
  const order = { toolId: tool._id, toolName: tool.name, price: tool.price, quantity: `${tool.minimum} pieces` }
  const total = Math.round(tool.price * 100 * tool.minimum) / 100
  const buyer = { totalPrice: total, userEmail: email, userName: name, phone: '555 0100', address }
  await callApi(page, 'POST', '/bookingOrder', { ...order, ...buyer })
  await openPurchase(page, tool.name)
  await forEachWidth(page, async () => {
    await getOrderButton(page).click()
    const field = getDialog(page).getByLabel('Address')
    await expect(field).toHaveValue(address)
    expect(await field.evaluate(area => area.scrollHeight <= area.clientHeight + 1)).toBe(true)
    await getDialog(page).getByRole('button', { name: 'Close' }).click()
  })
  await getOrderButton(page).click()
  await getSubmitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  const [placed] = await callApi(page, 'GET', '/orders?limit=1')
  expect(placed.address).toBe(address)
})

test('quantities in the shop’s table show all of their digits', async ({ page }) => {
  await page.goto('/shop?view=table')
  const field = page.getByRole('spinbutton').first()
  await forEachWidth(page, async () => {
    await field.fill('12345')
    await field.blur()
    expect(await field.evaluate(input => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
  })
})

test('a long SKU leaves the buttons of its card and row on the screen', async ({ page }) => {
  await logInByApi(page, admin)
  const sku = `LONG-${Date.now()}-${'X'.repeat(21)}`
  const body = { image: '/images/claw-hammer-800.webp', price: 5, available: 90, minimum: 1, description: 'Drives.' }
  const tool = { ...body, name: 'Zinc Mallet', sku, brand: 'Oxbridge & Pole' }
  const { insertedId } = await callApi(page, 'POST', '/addProduct', tool)
  // Admins have no cart.
  await signUpByApi(page)
  await forEachWidth(page, async () => {
    await page.goto(`/shop?q=${sku}`)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Zinc Mallet' }) })
    await expectWithin(card.getByRole('button', { name: /cart/ }), card)
    await page.goto(`/shop?view=table&q=${sku}`)
    const add = page.getByRole('button', { name: 'Add to cart: Zinc Mallet' })
    await expectWithin(add, page.locator('body'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
  await logInByApi(page, admin)
  await callApi(page, 'DELETE', `/tool/${insertedId}`)
})

test('a category is edited where one looks', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard/categories')
  await forEachWidth(page, async () => {
    const edit = page.getByRole('link', { name: /^Edit / }).first()
    await edit.click()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The page has followed the dialog: only then the same link opens it again.
    await expect(page).toHaveURL(/\/categories$/)
    await expect(edit).toBeInViewport()
  })
})

test('the bar names who is signed in, and messages stand top right over it, left of the cart', async ({ page }) => {
  await signUpByApi(page, 'Rita Moss')
  for (const path of ['/shop', '/dashboard/profile'])
    await forEachWidth(page, async width => {
      await page.goto(path)
      const bar = page.getByRole('banner')
      await expect(bar.getByText('Rita Moss')).toBeVisible()
      await expectWithin(bar.getByText('Rita Moss'), bar)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      if (path !== '/shop') return
      await page.getByRole('button', { name: 'Add to cart: Circular Saw', exact: true }).click()
      const message = page.getByRole('status').locator('[data-toast]').first()
      await expect(message).toBeVisible()
      const [box, cart] = [await message.boundingBox(), await bar.getByRole('link', { name: /^Cart/ }).boundingBox()]
      if (!box || !cart) throw new Error('not shown')
      expect(box.y).toBeLessThan(10)
      expect(box.y + box.height).toBeLessThan(72)
      expect(box.x + box.width).toBeLessThanOrEqual(cart.x)
      expect(box.x + box.width).toBeGreaterThan(width * 0.65)
    })
})

test('a paid order shows its whole transaction id, in a row of the usual height where there is room', async ({
  page,
}) => {
  const person = await signUpByApi(page)
  const transactionId = await payOrder(page, await placeOrder(page, person, 'Circular Saw'))
  await page.goto('/dashboard')
  await forEachWidth(page, async width => {
    const id = page.getByText(transactionId, { exact: true })
    const open = page.getByRole('button', { name: /^Details of order/ })
    if (!(await id.isVisible())) await open.click()
    await expect(id).toBeVisible()
    await expectWhole(id)
    const row = page.getByRole('row').filter({ has: page.getByText(transactionId, { exact: true }) })
    if (width >= 1280) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
  })
})

const longName = 'Wrought Iron Crosscut Saw with Ash Handle, Reinforced Spine and Leather Sheath'

test('no text or field is cut, and no label wraps, on any page', async ({ page }) => {
  test.setTimeout(240_000)
  const expectNothingCut = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await listCutTexts(page), `${path} at ${width} px`).toEqual([])
      }
    }
  }
  await logInByApi(page, admin)
  const fields = {
    image: '/images/hand-saw-800.webp',
    price: 1234.5,
    available: 98_765,
    minimum: 120,
    description: 'Cuts.',
  }
  const more = { name: longName, sku: `LONG-${Date.now()}-${'X'.repeat(21)}`, brand: 'Oxbridge & Pole of Sheffield' }
  const { insertedId: toolId } = await callApi(page, 'POST', '/addProduct', { ...fields, ...more })
  const person = await signUpByApi(page, 'Wilhelmina Featherstonehaugh')
  await expectNothingCut([
    '/',
    '/shop',
    '/shop?view=table',
    `/shop/${toolId}`,
    '/allReviews',
    '/quick-order',
    '/trade',
    '/cart',
  ])
  const lines = [{ toolId, quantity: 240, price: 1234.5 }]
  const order = { lines, phone: '+44 113 496 0142', address, poNumber: 'PO-2026-0000000000000000000000000000400' }
  const { orderId } = await callApi(page, 'POST', '/checkout', order)
  await callApi(page, 'PUT', `/cart/${toolId}`, { quantity: 240, price: 1234.5 })
  await expectNothingCut(['/dashboard', '/cart', `/purchase/${toolId}`, `/dashboard/orders/${orderId}`])
  await expectNothingCut([
    `/dashboard/payment/${orderId}`,
    '/dashboard/profile',
    '/dashboard/addresses',
    '/dashboard/lists',
    '/dashboard/company',
  ])
  await logInByApi(page, admin)
  const pages = [
    'overview',
    'users',
    'companies',
    'priceLists',
    'returns',
    'reviews',
    'addProduct',
    'imports',
    'imports/pictures',
    'categories',
    'settings',
    'appearance',
    'adminActions',
  ]
  await expectNothingCut(pages.map(path => `/dashboard/${path}`))
  await expectNothingCut([`/dashboard/manageAllOrders?q=${person.name}`, `/dashboard/orders/${orderId}`])
  await expectNothingCut([`/dashboard/manageProducts?q=${more.sku}`, `/dashboard/manageProducts/${toolId}`])
  await expectNothingCut([`/dashboard/manageProducts/${toolId}/stock`, '/dashboard/find?q=saw'])
  await callApi(page, 'DELETE', `/tool/${toolId}`)
})
