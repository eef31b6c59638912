import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Tool } from '#contract/schemas/tools.ts'
import { buildCardFields, getIntentId } from '#test/pay.ts'

/** Waits until React has the element: what is typed or clicked before that is lost, or loads a page whole. */
export async function waitForHydration(element: Locator): Promise<void> {
  const hasProps = () => element.evaluate(node => Object.keys(node).some(key => key.startsWith('__reactProps')))
  await expect.poll(hasProps).toBe(true)
}

/** What browsers keep to HTTPS and localhost: a shop on a local network has neither. */
function hideSecureApis(): void {
  const names: (keyof Crypto)[] = ['randomUUID', 'subtle']
  for (const name of names) Reflect.deleteProperty(Crypto.prototype, name)
}

/** Fails any test whose pages log an error or have a request fail, other than the ones it expects. */
export const test = base.extend<{ expected: { errors: RegExp[] }; watched: undefined }>({
  expected: [{ errors: [] }, { option: true }],
  watched: [
    async ({ page, expected }, use) => {
      const errors: string[] = []
      page.on('console', message => {
        if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => errors.push(`uncaught: ${error.message}`))
      page.on('requestfailed', request => {
        const reason = request.failure()?.errorText ?? ''
        if (reason !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()} ${reason}`)
      })
      await page.addInitScript(hideSecureApis)
      await use(undefined)
      // A request that is still under way would fail the test in its handler.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(errors.filter(trouble => !expected.errors.some(pattern => pattern.test(trouble)))).toEqual([])
    },
    { auto: true },
  ],
})

export const admin = { email: 'admin@example.com', password: 'anvil-and-tongs' }
export const buyer = { email: 'buyer@example.com', password: 'hammer-and-nails' }

let emailCount = 0

interface Person {
  name: string
  email: string
  password: string
}

/** Signs a new buyer up by the API, and the browser in; for tests that start signed in. */
export async function signUpByApi(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = createPerson(name)
  await authenticateAndStoreToken(page, 'sign-up', person)
  return person
}

/** The same with a verified email. */
export async function signUpVerified(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = await signUpByApi(page, name)
  const link = (await (await findMailedLink(page, person.email, 'Verify your email')).getAttribute('href')) ?? ''
  const { origin, searchParams } = new URL(link)
  const data = { token: searchParams.get('token') }
  expect((await page.request.post('/api/auth/confirm-email', { data, headers: { origin } })).ok()).toBe(true)
  await storeToken(page, person)
  return person
}

/** Signs a new buyer up by the API, and leaves the browser signed out. */
export async function createAccount(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = createPerson(name)
  await authenticate(page, 'sign-up', person)
  await page.context().clearCookies({ name: /session/ })
  return person
}

/** Logs the account in by the API, and the browser in. */
export async function logInByApi(page: Page, person: { email: string; password: string }): Promise<void> {
  await authenticateAndStoreToken(page, 'sign-in', person)
}

async function authenticateAndStoreToken(
  page: Page,
  way: 'sign-up' | 'sign-in',
  person: { email: string; password: string },
) {
  await authenticate(page, way, person)
  await storeToken(page, person)
}

async function storeToken(page: Page, { email }: { email: string }): Promise<void> {
  const response = await page.request.put(`/api/storeUsers/${email}`, { data: { email } })
  expect(response.ok()).toBe(true)
  const { token } = await response.json()
  await page.evaluate(token => localStorage.setItem('accessToken', token), token)
}

async function authenticate(page: Page, way: 'sign-up' | 'sign-in', person: { email: string; password: string }) {
  await page.goto('/robots.txt')
  const { origin } = new URL(page.url())
  const response = await page.request.post(`/api/auth/${way}/email`, { data: person, headers: { origin } })
  expect(response.ok()).toBe(true)
}

function createPerson(name: string): Person {
  return { name, email: createEmail(), password: 'secret-7' }
}

/** Calls the API as the person whom the page has signed in. */
export async function callApi(page: Page, method: string, path: string, data?: object) {
  const headers = { authorization: `Bearer ${await readStoredToken(page)}` }
  const response = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
  return response.json()
}

/** Signs a new buyer up through the page and ends at /home. */
export async function signUpByForm(page: Page, name = 'Rita Moss'): Promise<Person> {
  await page.goto('/signup')
  return submitSignUp(page, name)
}

/** The same on the sign-up page that is open. */
export async function submitSignUp(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = createPerson(name)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'SignUp' }).click()
  await expect(page).toHaveURL('/home')
  return person
}

export async function logInByForm(page: Page, person: { email: string; password: string }, path = '/login') {
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
}

/** An email without an account. */
export function createEmail(): string {
  emailCount += 1
  return `buyer${process.pid}x${emailCount}@example.com`
}

/** The access token that the page keeps, null when signed out. */
export function readStoredToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}

/** A token that the shop never signed. */
export function createUnsignedToken(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.x`
}

/** The link in the person's newest mail of that subject, found in the developer's outbox. */
export async function findMailedLink(page: Page, to: string, subject: string): Promise<Locator> {
  await page.goto('/dev/outbox')
  return page.getByRole('article').filter({ hasText: to }).filter({ hasText: subject }).first().getByRole('link')
}

/** The tool as the public catalogue has it. */
export async function fetchTool(page: Page, name: string): Promise<Tool> {
  const tools: Tool[] = await (await page.request.get('/api/tools')).json()
  const tool = tools.find(each => each.name === name)
  if (!tool) throw new Error(`The catalogue has no ${name}.`)
  return tool
}

/** Opens the tool's purchase page by its URL. */
export async function openPurchase(page: Page, name: string) {
  const { _id } = await fetchTool(page, name)
  await page.goto(`/purchase/${_id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Opens the tool's purchase page from the home page's grid. */
export async function openPurchaseFromHome(page: Page, name: string) {
  await page.goto('/')
  await getCard(page, name).getByRole('link', { name: 'Buy Now' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Of a tool or a review, by its heading. */
export function getCard(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
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

/** Signs a new buyer up, orders the tool's minimum and opens the order's payment page. */
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

/** As an admin in a browser of their own. */
export async function changeAsAdmin(page: Page, change: (adminPage: Page) => Promise<void>): Promise<void> {
  const adminPage = await (await page.context().browser()?.newContext())?.newPage()
  if (!adminPage) throw new Error('no browser')
  await logInByApi(adminPage, admin)
  await change(adminPage)
  await adminPage.context().close()
}

export { expect }
