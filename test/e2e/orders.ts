import type { Page } from '@playwright/test'
import type { Tool } from '#contract/schemas/tools.ts'
import { callApi, expect, getCard, type Person, signUpByApi } from '#test/e2e/fixtures.ts'
import { buildCardFields, getIntentId } from '#test/pay.ts'

export async function fetchTool(page: Page, name: string): Promise<Tool> {
  const tools: Tool[] = await (await page.request.get('/api/tools')).json()
  const tool = tools.find(each => each.name === name)
  if (!tool) throw new Error(`The catalogue has no ${name}.`)
  return tool
}

export async function openPurchase(page: Page, name: string) {
  const { _id } = await fetchTool(page, name)
  await page.goto(`/purchase/${_id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

export async function openPurchaseFromHome(page: Page, name: string) {
  await page.goto('/')
  await getCard(page, name).getByRole('link', { name: 'Buy Now' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Orders the quantity that the purchase page has, and ends at My Orders. */
export async function submitOrder(page: Page, phone = '555 0100', address = '1 Forge Lane') {
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill(phone)
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/dashboard')
}

interface Order {
  _id: string
  toolName: string
  totalPrice: number
}

/** Orders the tool's minimum by the API, `times` times; returns the newest order. */
export async function placeOrder(page: Page, person: Person, name: string, times = 1): Promise<Order> {
  const { _id: toolId, minimum, price } = await fetchTool(page, name)
  const orderInput = {
    toolId,
    toolName: name,
    price,
    totalPrice: Math.round(price * 100 * minimum) / 100,
    quantity: `${minimum} pieces`,
    userEmail: person.email,
    userName: person.name,
    phone: '555 0100',
    address: '1 Forge Lane',
  }
  for (let count = 0; count < times; count++) await callApi(page, 'POST', '/bookingOrder', orderInput)
  const [order] = await callApi(page, 'GET', '/orders?limit=1')
  return order
}

/** Pays for the order by the API, and returns the transaction id. */
export async function payOrder(
  page: Page,
  { _id: orderId, totalPrice }: Pick<Order, '_id' | 'totalPrice'>,
  card = '4242424242424242',
): Promise<string> {
  const { clientSecret } = await callApi(page, 'POST', '/create-payment-intent', { orderId, totalPrice })
  const transactionId = getIntentId(clientSecret)
  const postToSandbox = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: 'Bearer pk_test_sandbox' }
    return (await page.request.post(`/sandbox/payments/v1${path}`, { headers, form })).json()
  }
  const method = await postToSandbox('/payment_methods', buildCardFields(card))
  const confirmation = { client_secret: clientSecret, payment_method: method.id }
  await postToSandbox(`/payment_intents/${transactionId}/confirm`, confirmation)
  await callApi(page, 'PATCH', `/orders/${orderId}`, { orderId, transactionId })
  return transactionId
}

export async function openPaymentPage(page: Page, name: string) {
  const person = await signUpByApi(page)
  const { _id } = await placeOrder(page, person, name)
  await page.goto(`/dashboard/payment/${_id}`)
  await expect(page.getByRole('heading', { name: `Hello, ${person.name}` })).toBeVisible()
  return person
}

export async function fillCard(page: Page, number: string, expiry = '1234', cvc = '123') {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry (MM / YY)').fill(expiry)
  await page.getByLabel('CVC').fill(cvc)
}
