import type { Page } from '@playwright/test'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { createKeyboard, createMouse, type Hand } from '#test/e2e/hands.ts'
import { checkOut } from '#test/e2e/order-page.ts'
import { fetchTool, payOrder, placeOrder } from '#test/e2e/orders.ts'
import { getList } from '#test/e2e/quick-order-page.ts'

const getButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const saved = {
  ...{ name: 'Tom Job', company: '', street: '1 Forge Lane', city: 'Sheffield', region: '', postalCode: 'S1 2AB' },
  ...{ country: 'United Kingdom', phone: '555 0100' },
}

async function orderTwelve(page: Page, hand: Hand) {
  await signUpByApi(page, 'Tess Job')
  await callApi(page, 'POST', '/addresses', saved)
  const all: { sku: string; minimum: number; available: number }[] = await (await page.request.get('/api/tools')).json()
  // Other tests buy up their own tools.
  const tools = all
    .filter(({ sku, minimum, available }) => !sku.startsWith('IM-') && available > 5 * minimum)
    .slice(0, 12)
  await page.goto('/shop')
  await hand.press(page.getByRole('banner').getByRole('link', { name: 'Quick order' }))
  await hand.type(getList(page), tools.map(({ sku, minimum }) => `${sku} ${minimum}`).join('\n'))
  await hand.press(getButton(page, 'Check the list'))
  await hand.press(getButton(page, 'Add 12 tools to the cart'))
  await hand.press(getButton(page, 'Place order'))
  await hand.type(page.getByLabel('Card number'), '4242 4242 4242 4242')
  await hand.type(page.getByLabel('Expiry (MM / YY)'), '12 / 34')
  await hand.type(page.getByLabel('CVC'), '123')
  await hand.press(getButton(page, 'Pay'))
  await expect(page.getByText('Your payment is done.')).toBeVisible()
}

async function orderAgain(page: Page, hand: Hand) {
  await signUpByApi(page, 'Tom Job')
  await callApi(page, 'POST', '/addresses', saved)
  await checkOut(page, ['Farmark Tape Measure', 'Circular Saw'])
  await page.goto('/dashboard')
  await hand.press(getButton(page, /^Details of order/))
  await hand.press(page.getByRole('link', { name: 'Order again' }))
  await hand.type(page.getByLabel('Quantity of Circular Saw'), '16')
  await hand.press(getButton(page, /^Add 2 tools to the cart$/))
  await hand.press(getButton(page, 'Place order'))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const [order] = await callApi(page, 'GET', '/orders?limit=1')
  expect(order.pieces).toBe(66)
}

async function shipThree(page: Page, hand: Hand) {
  const buyer = await signUpByApi(page, `Trio ${hand.name} Job`)
  for (let count = 0; count < 3; count++) await payOrder(page, await placeOrder(page, buyer, 'Circular Saw'))
  const orders: { _id: string; number: number }[] = await callApi(page, 'GET', '/orders')
  await logInByApi(page, admin)
  await page.goto('/dashboard/overview')
  await hand.press(page.getByRole('link', { name: /^Manage Orders/ }))
  await hand.type(page.getByRole('main').getByRole('searchbox'), buyer.name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await hand.press(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await hand.press(getButton(page, 'Deliver: 3 orders'))
  await hand.type(page.getByLabel('Carrier'), 'UPS')
  for (const { number } of orders) await hand.type(page.getByLabel(`Tracking number of ${number}`), `1Z${number}`)
  await hand.press(getButton(page, 'Yes'))
  await expect(page.getByText('3 orders are marked as shipped')).toBeVisible()
  for (const { _id, number } of orders)
    expect((await callApi(page, 'GET', `/orderDetails/${_id}`)).shipments).toMatchObject([
      { carrier: 'UPS', trackingNumber: `1Z${number}` },
    ])
}

async function changeTenPrices(page: Page, hand: Hand) {
  await logInByApi(page, admin)
  const tool = { image: '/images/jigsaw-800.webp', available: 50, minimum: 2, description: 'Chisels.', price: 10 }
  const name = `Decade ${hand.name}`
  const priceBreaks = [{ from: 10, price: 9 }]
  const ids: string[] = []
  for (let count = 1; count <= 10; count++)
    ids.push(
      (await callApi(page, 'POST', '/addProduct', { ...tool, name: `${name} ${count}`, priceBreaks })).insertedId,
    )
  await page.goto('/dashboard/overview')
  await hand.press(page.getByRole('link', { name: 'Manage Tools' }))
  await hand.type(page.getByRole('main').getByRole('searchbox'), name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 tools', { exact: true })).toBeVisible()
  await hand.press(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await hand.press(getButton(page, 'Change prices: 10 tools'))
  await hand.type(page.getByLabel('By percent'), '3.2')
  await expect(page.getByRole('list', { name: 'New prices' }).getByRole('listitem')).toHaveCount(10)
  const prices = page.getByRole('list', { name: 'New prices' })
  await expect(prices).toContainText('$10.00 to $10.32')
  await expect(prices).toContainText('10+: $9.00 to $9.29')
  await hand.press(getButton(page, 'Yes'))
  await expect(page.getByText('10 tools are at the new price')).toBeVisible()
  for (const id of ids) {
    const changed = await (await page.request.get(`/api/toolDetails/${id}`)).json()
    expect(changed).toMatchObject({ price: 10.32, priceBreaks: [{ from: 10, price: 9.29 }] })
    await callApi(page, 'DELETE', `/tool/${id}`)
  }
}

async function refundOneLine(page: Page, hand: Hand) {
  const buyer = await signUpByApi(page, 'Tilda Job')
  const names = ['Farmark Tape Measure', 'Circular Saw']
  const lines: object[] = []
  for (const name of names) {
    const { _id: toolId, minimum: quantity, price } = await fetchTool(page, name)
    lines.push({ toolId, quantity, price })
  }
  const phone = `0114 ${buyer.email.replace(/\D/g, '').slice(-7)}`
  const { orderId } = await callApi(page, 'POST', '/checkout', { lines, phone, address: '1 Forge Lane' })
  const { totalPrice } = await callApi(page, 'GET', `/orderDetails/${orderId}`)
  await payOrder(page, { _id: orderId, totalPrice })
  await logInByApi(page, admin)
  await callApi(page, 'PATCH', `/allOrders/${orderId}`)
  await page.goto('/dashboard/overview')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await hand.type(page.getByRole('banner').getByLabel('Find an order, customer or tool'), phone)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/orders/${orderId}`)
  await hand.press(getButton(page, 'Refund'))
  await hand.type(page.getByRole('spinbutton', { name: /^Circular Saw/ }), '3')
  await hand.press(getButton(page, 'Refund $387.00'))
  await expect(page.getByRole('row', { name: /^Refunded \$387\.00/ })).toBeVisible()
}

const jobs: Record<string, (page: Page, hand: Hand) => Promise<void>> = {
  'twelve tools are ordered and paid': orderTwelve,
  'an order is placed again with another quantity': orderAgain,
  'three orders are shipped with their tracking numbers': shipThree,
  'ten prices are changed': changeTenPrices,
  'an order is found by its phone number, and one line refunded': refundOneLine,
}

for (const [name, run] of Object.entries(jobs)) {
  test(`${name} with at most eight clicks`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const mouse = createMouse(page)
    await run(page, mouse)
    test.info().annotations.push({ type: 'clicks', description: String(mouse.countClicks()) })
    expect(mouse.countClicks()).toBeLessThanOrEqual(8)
  })

  test(`${name} by the keyboard alone`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await run(page, createKeyboard(page))
  })
}
