import { test as base, expect, type Locator, type Page } from '@playwright/test'

interface FiberRoot {
  current: { memoizedState: { isDehydrated: boolean } }
}

/** Waits until React has the page: what is typed or clicked before that is lost, or loads a page whole. */
export async function waitForHydration(element: Locator): Promise<void> {
  const isHydrated = () =>
    element.evaluate(node => {
      const containers = Object.entries(document).filter(([key]) => key.startsWith('__reactContainer'))
      // React gives elements their handlers while it still renders: only what is committed is the whole page.
      const isCommitted = containers.some(
        ([, fiber]: [string, { stateNode: FiberRoot }]) => !fiber.stateNode.current.memoizedState.isDehydrated,
      )
      return isCommitted && Object.keys(node).some(key => key.startsWith('__reactProps'))
    })
  await expect.poll(isHydrated).toBe(true)
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

export interface Person {
  name: string
  email: string
  password: string
}

export async function signUpByApi(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = createPerson(name)
  await authenticateAndStoreToken(page, 'sign-up', person)
  return person
}

/** Signs up like `signUpByApi`, with a verified email. */
export async function signUpVerified(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = await signUpByApi(page, name)
  const link = (await (await findMailedLink(page, person.email, 'Verify your email')).getAttribute('href')) ?? ''
  const { origin, searchParams } = new URL(link)
  const data = { token: searchParams.get('token') }
  expect((await page.request.post('/api/auth/confirm-email', { data, headers: { origin } })).ok()).toBe(true)
  await storeToken(page, person)
  return person
}

export async function createAccount(page: Page, name = 'Rita Moss'): Promise<Person> {
  const person = createPerson(name)
  await authenticate(page, 'sign-up', person)
  await page.context().clearCookies({ name: /session/ })
  return person
}

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

/** Ends at /home. */
export async function signUpByForm(page: Page, name = 'Rita Moss'): Promise<Person> {
  await page.goto('/signup')
  return submitSignUp(page, name)
}

/** Signs up on the page that is open, and ends at /home. */
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

export function readStoredToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}

/** A token that the shop never signed. */
export function createUnsignedToken(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.x`
}

export async function findMailedLink(page: Page, to: string, subject: string): Promise<Locator> {
  await page.goto('/dev/outbox')
  return page.getByRole('article').filter({ hasText: to }).filter({ hasText: subject }).first().getByRole('link')
}

/** Finds the card of a tool or a review by its heading. */
export function getCard(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** Runs the change as an admin in a browser of their own. */
export async function changeAsAdmin(page: Page, change: (adminPage: Page) => Promise<void>): Promise<void> {
  const adminPage = await (await page.context().browser()?.newContext())?.newPage()
  if (!adminPage) throw new Error('no browser')
  await logInByApi(adminPage, admin)
  await change(adminPage)
  await adminPage.context().close()
}

export { expect }
