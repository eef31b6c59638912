import type { Page } from '@playwright/test'
import { createDataFolder } from '#test/databases.ts'
import { admin, expect, logInByForm, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { computeCode } from '#test/identity/totp.ts'
import { startServer, stopAll } from '#test/server-process.ts'

const getCodeField = (page: Page) => page.getByLabel('Code', { exact: true })
const getPasswordField = (page: Page) => page.getByLabel('Your password')

/** Sets a second factor up through the page; returns the URI of the QR code's text, and the recovery codes. */
async function setUp(page: Page, password: string) {
  await getPasswordField(page).fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = ((await page.getByText('Or type this key').locator('code').textContent()) ?? '').replaceAll(' ', '')
  const uri = `otpauth://totp/x?secret=${secret}`
  const recoveryCodes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents()
  await getCodeField(page).fill(computeCode(uri))
  await page.getByRole('button', { name: 'Turn on' }).click()
  return { uri, recoveryCodes }
}

async function enterPasswordAgain(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.goto('/login?from=/dashboard/twoFactor')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test.describe('a second factor', () => {
  test.use({ expected: { errors: [/status of 40[01]/] } })

  test('is set up, asked for at login, replaced by a recovery code, and turned off', async ({ page }) => {
    const person = await signUpVerified(page, 'Tove Factor')
    await page.goto('/dashboard/profile')
    await page.getByRole('link', { name: 'Second factor' }).click()
    await getPasswordField(page).fill('a-guess')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid password')
    const { uri, recoveryCodes } = await setUp(page, person.password)
    await expect(
      page.getByText('It is on: logging in with your password asks for a code; logging in with Google does not.'),
    ).toBeVisible()

    await test.step('a login asks for the code', async () => {
      await enterPasswordAgain(page, person)
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
      await expect(getCodeField(page)).toBeFocused()
      await getCodeField(page).fill('not-a-code')
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('That recovery code is not right, or was used before.')
      await getCodeField(page).fill('123 45')
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('The code of your app has six digits.')
      // The one before was used.
      await getCodeField(page).fill(computeCode(uri, Date.now() + 30_000).replace(/^.../, '$& '))
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL('/dashboard/twoFactor')
    })

    await test.step('or for a recovery code', async () => {
      await enterPasswordAgain(page, person)
      await getCodeField(page).fill((recoveryCodes[0] ?? '').replace('-', ' ').toUpperCase())
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL('/dashboard/twoFactor')
    })

    await getPasswordField(page).fill(person.password)
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
    await getPasswordField(page).fill(person.password)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await logInByForm(page, person)
  })
})

test.describe('where admins need a second factor', () => {
  test.use({ expected: { errors: [/status of 40[13]/] } })
  let origin: string
  test.beforeAll(async () => {
    const settings = { REQUIRE_ADMIN_2FA: 'on', RATE_LIMITS: 'off' }
    origin = (await startServer({ DATA_DIR: createDataFolder(), ...settings })).origin
  })
  test.afterAll(stopAll)

  test('an admin page leads to the set-up, and from there back', async ({ page }) => {
    await logInByForm(page, admin, `${origin}/login`)
    await page.goto(`${origin}/dashboard/users?q=buyer`)
    await expect(page).toHaveURL(`${origin}/dashboard/twoFactor?from=%2Fdashboard%2Fusers%3Fq%3Dbuyer`)
    await expect(page.getByText('Admin pages of this shop need a second factor.')).toBeVisible()
    await setUp(page, admin.password)
    await expect(page).toHaveURL(`${origin}/dashboard/users?q=buyer`)
    await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  })
})
