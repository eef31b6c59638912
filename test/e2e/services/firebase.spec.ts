import type { Page } from '@playwright/test'
import {
  createEmail,
  createUnsignedToken,
  expect,
  logInByForm,
  openPurchaseFromHome,
  readStoredToken,
  recordIdentityChunks,
  signUpByForm,
  submitOrder,
  test,
} from '#test/e2e/fixtures.ts'

const getToasts = (page: Page) => page.getByRole('status')
const getEmailField = (page: Page) => page.getByLabel('Email', { exact: true })
const getPasswordField = (page: Page) => page.getByLabel('Password')
const getLoginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
}

test('signup ends at /home, signed in under the name given, with a verification mail under way', async ({ page }) => {
  await signUpByForm(page, 'Vera Lund')
  await expect(getToasts(page)).toContainText('Sent Email Verification')
  await expect(page.getByRole('banner').getByText('Vera Lund')).toBeVisible()
  expect(await readStoredToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('a new account can order a tool', async ({ page }) => {
  await signUpByForm(page)
  await openPurchaseFromHome(page, 'Powermatic Shaper')
  await submitOrder(page)
  await expect(getToasts(page)).toContainText(/^Your order of Powermatic Shaper \d+ pieces confirmed successfully/)
  await expect(page.getByRole('row').filter({ hasText: 'Powermatic Shaper' })).toBeVisible()
})

test('the page of sessions says that Firebase has them', async ({ page }) => {
  await signUpByForm(page)
  await page.goto('/dashboard/sessions')
  await expect(
    page.getByText(/^Sessions, passwords and second factors of this shop are kept by Firebase/),
  ).toBeVisible()
})

test('a sign-out ends the session, until the next login', async ({ page }) => {
  const person = await signUpByForm(page, 'Olive Tang')
  await signOut(page)
  expect(await readStoredToken(page)).toBeNull()
  await page.goto('/signed-in')
  await expect(page).toHaveURL('/login?error=no_session')
  await logInByForm(page, person, '/login?from=/allReviews')
  await expect(page).toHaveURL('/allReviews')
  await expect(page.getByRole('banner').getByText('Olive Tang')).toBeVisible()
})

test('Firebase is loaded at sign-in, and the embedded identity provider never', async ({ page }) => {
  const chunks = recordIdentityChunks(page)
  await page.goto('/')
  await page.goto('/login')
  await expect(getLoginButton(page)).toBeVisible()
  expect([...chunks]).toEqual([])
  await signUpByForm(page)
  expect([...chunks]).toEqual(['firebase'])
})

test('a Google window may reach the page that opened it', async ({ page }) => {
  const response = await page.goto('/login')
  expect(response?.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(response?.headers()['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

test('forgot password sends the mail and says so', async ({ page }) => {
  const person = await signUpByForm(page)
  await signOut(page)
  await page.goto('/login')
  await getEmailField(page).fill(person.email)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(getToasts(page)).toContainText('Sent password reset email')
})

test.describe('a refusal of Firebase', () => {
  test.use({ expected: { errors: [/status of 400/] } })

  test('is shown in red under the login form, which keeps its input', async ({ page }) => {
    const person = await signUpByForm(page)
    await signOut(page)
    await page.goto('/login')
    await getEmailField(page).fill(person.email)
    await getPasswordField(page).fill('not-the-password')
    await getLoginButton(page).click()
    // A project without email enumeration protection, as the emulator's, tells which of the two is wrong.
    const alert = page
      .getByRole('alert')
      .filter({ hasText: /^Firebase: Error \(auth\/(invalid-credential|wrong-password)\)\.$/ })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    await expect(getEmailField(page)).toHaveValue(person.email)
    expect(await readStoredToken(page)).toBeNull()
    await getPasswordField(page).fill(person.password)
    await getLoginButton(page).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('is shown under the signup form, too', async ({ page }) => {
    const person = await signUpByForm(page)
    await signOut(page)
    await page.goto('/signup')
    await page.getByLabel('Name').fill('Somebody Else')
    await getEmailField(page).fill(person.email)
    await getPasswordField(page).fill('secret-8')
    await page.getByRole('button', { name: 'SignUp' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Firebase: Error (auth/email-already-in-use).' })
    await expect(alert).toHaveClass(/text-error/)
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
  })
})

test.describe('an access token', () => {
  test.use({ expected: { errors: [/status of 401/] } })

  for (const [kind, exp] of [
    ['has ended', 1],
    ['the shop never signed', 4_000_000_000],
  ] as const) {
    test(`that ${kind} is renewed while the session at Firebase lives`, async ({ page }) => {
      const person = await signUpByForm(page)
      const token = createUnsignedToken({ sub: '0', email: person.email, name: 'x', exp })
      await page.evaluate(token => localStorage.setItem('accessToken', token), token)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
      await expect(page.getByRole('banner').getByText(person.name)).toBeVisible()
      expect(await readStoredToken(page)).not.toBe(token)
    })
  }

  test('without a Firebase session sends to /login', async ({ page }) => {
    const token = createUnsignedToken({ sub: '0', email: createEmail(), name: 'x', exp: 1 })
    await page.goto('/')
    await page.evaluate(token => localStorage.setItem('accessToken', token), token)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login?from=%2Fdashboard')
    expect(await readStoredToken(page)).toBeNull()
  })
})
