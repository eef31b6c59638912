import type { Page } from '@playwright/test'
import { expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import type { ServicePorts } from '#test/fakes/services.ts'
import { waitUntil } from '#test/wait-until.ts'

const ports: ServicePorts = JSON.parse(process.env.E2E_SERVICES ?? '{}')

/** An address that the provider vouches for, or not. */
const createLogin = (kind: 'verified' | 'unverified') => `${kind}-${crypto.randomUUID()}@example.com`

async function logInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Acme Works' }).click()
  await page.getByLabel('Work email').fill(login)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const isVerified = async (page: Page) => {
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  return user.emailVerified
}

async function readLink(email: string): Promise<string> {
  let link = ''
  await waitUntil(async () => {
    const mails: { text: string }[] = await (await fetch(`http://127.0.0.1:${ports.mails}/${email}`)).json()
    const text =
      mails
        .at(-1)
        ?.text.replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=') ?? ''
    link = /\/verify-email\?token=[\w.-]+/.exec(text)?.[0] ?? ''
    return link !== ''
  }, 'the mail is there')
  return link
}

test.use({ expected: { errors: [/status of 40[139]/] } })

test('a firm’s account with a verified email signs in, and returns to the requested page', async ({ page }) => {
  await page.goto('/login?from=/allReviews')
  await logInAtProvider(page, createLogin('verified'))
  await expect(page).toHaveURL('/allReviews')
  await expect(page.getByRole('banner').getByText('Mara Voss')).toBeVisible()
  expect(await isVerified(page)).toBe(true)
})

test('an email that the firm does not vouch for is verified by the shop’s link', async ({ page }) => {
  const login = createLogin('unverified')
  await page.goto('/signup')
  await logInAtProvider(page, login)
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('banner').getByText('Mara Voss')).toBeVisible()
  expect(await isVerified(page)).toBe(false)
  await page.goto(await readLink(login))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  expect(await isVerified(page)).toBe(true)
})

test('an email that the firm does not vouch for opens no account that is there', async ({ page, browser }) => {
  const { email } = await signUpByApi(page)
  const other = await (await browser.newContext()).newPage()
  await other.goto('/login')
  await logInAtProvider(other, email)
  await expect(other.getByRole('alert')).toHaveText('That email has an account with a password. Log in with it here.')
  expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull()
  await other.context().close()
})

test('a login without a good email, one that is given up and a code that is sent twice are told in a sentence', async ({
  page,
}) => {
  await page.goto('/login')
  await logInAtProvider(page, `nobody-${crypto.randomUUID()}`)
  await expect(page.getByRole('alert')).toHaveText(
    'Acme Works sign-in did not share your email. Please log in another way.',
  )
  await page.context().clearCookies()
  await logInAtProvider(page, ` ${createLogin('verified')}`)
  await expect(page.getByRole('alert')).toHaveText(
    'Acme Works sign-in shared an email that is not valid. Have it corrected there, or log in another way.',
  )
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Continue with Acme Works' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('Acme Works sign-in did not finish. Please try again.')

  const returned = page.waitForRequest(/\/api\/auth\/callback\/oidc\?.*code=/)
  await page.context().clearCookies()
  await page.goto('/login')
  await logInAtProvider(page, createLogin('verified'))
  const callback = (await returned).url()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  const signedOut = page.waitForResponse(/\/api\/auth\/sign-out$/)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await signedOut
  await page.goto(callback)
  await expect(page.getByRole('alert')).toHaveText('That sign-in did not finish. Please try again.')
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
})
