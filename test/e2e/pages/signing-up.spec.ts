import type { Page } from '@playwright/test'
import {
  createAccount,
  createEmail,
  expect,
  findMailedLink,
  readStoredToken,
  signUpByForm,
  test,
} from '#test/e2e/fixtures.ts'
import { getEmailField, getPasswordField, getSignUpButton, getToasts } from '#test/e2e/sign-in-form.ts'

const { step } = test

test('the signup form requires every field, by the rules of the login form', async ({ page }) => {
  await page.goto('/signup')

  await step('every field is empty', async () => {
    await getSignUpButton(page).click()
    for (const [field, message] of [
      ['Name', 'Name is required'],
      ['Email', 'Email is required'],
      ['Password', 'Password is required'],
    ] as const) {
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(message)
      await expect(page.getByText(message)).toHaveClass(/text-error/)
    }
    await expect(page).toHaveURL('/signup')
  })

  await step('email and password are wrong', async () => {
    await page.getByLabel('Name').fill('Rita Moss')
    await getEmailField(page).fill('x@shop.co1')
    await getPasswordField(page).fill('12345')
    await getSignUpButton(page).click()
    await expect(getEmailField(page)).toHaveAccessibleDescription('Provide a valid email')
    await expect(getPasswordField(page)).toHaveAccessibleDescription('Password should contains at least 6 characters')
    await expect(page.getByLabel('Name')).toHaveValue('Rita Moss')
    await expect(page.getByText('Name is required')).toBeHidden()
  })

  await step('a password of exactly six characters is accepted', async () => {
    await page.getByLabel('Name').fill('Six Letters')
    await getEmailField(page).fill(createEmail())
    await getPasswordField(page).fill('123456')
    await getSignUpButton(page).click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('banner').getByText('Six Letters')).toBeVisible()
  })
})

test.describe('a signup with an email that has an account', () => {
  test.use({ expected: { errors: [/status of 422/] } })

  test('shows the provider’s message in red and keeps the input', { tag: '@detail' }, async ({ page }) => {
    const person = await createAccount(page)
    await page.goto('/signup')
    await page.getByLabel('Name').fill('Somebody Else')
    await getEmailField(page).fill(person.email)
    await getPasswordField(page).fill('secret-8')
    await getSignUpButton(page).click()
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'This email has an account. We sent a link to choose its password' })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
    await expect(getEmailField(page)).toHaveValue(person.email)
    await expect(page).toHaveURL('/signup')
    expect(await readStoredToken(page)).toBeNull()
  })
})

test('signup ends at /home, signed in, and mails a link that verifies the email', async ({ page }) => {
  const person = await signUpByForm(page, 'Vera Lund')
  await expect(getToasts(page)).toContainText('Sent Email Verification')
  await expect(page.getByRole('banner').getByText('Vera Lund')).toBeVisible()
  expect(await readStoredToken(page)).not.toBeNull()
  const verify = () => findMailedLink(page, person.email, 'Verify your email')

  await step('which changes nothing when it is only opened', async () => {
    await (await verify()).click()
    await expect(getVerifyButton(page)).toBeEnabled()
    expect((await readSession(page)).user.emailVerified).toBe(false)
  })

  await getVerifyButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  expect((await readSession(page)).user).toMatchObject({ email: person.email, emailVerified: true })
})

test.describe('a verification mail', () => {
  test.use({ expected: { errors: [/status of 401/] } })

  test('whose link was changed is refused, and another can be sent', { tag: '@detail' }, async ({ page }) => {
    const person = await signUpByForm(page, 'Tara Moss')
    const link = await findMailedLink(page, person.email, 'Verify your email')
    const address = (await link.getAttribute('href')) ?? ''
    await page.goto(address.replace(/token=[^&]+/, 'token=nonsense'))
    await getVerifyButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'That link is no longer good' })).toBeVisible()
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(getToasts(page)).toContainText('Sent Email Verification')
  })
})

test.describe('in a browser other than the one that signed up', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 401/] } })

  test('the mailed link is used after a login there, and the account keeps its name', async ({ page, browser }) => {
    const laptop = await browser.newPage()
    const person = await signUpByForm(laptop, 'Lena Vise')
    await (await findMailedLink(page, person.email, 'Verify your email')).click()
    await getVerifyButton(page).click()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await getEmailField(page).fill(person.email)
    await getPasswordField(page).fill(person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/verify-email\?token=/)
    await getVerifyButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
    expect((await readSession(laptop)).user).toMatchObject({ name: 'Lena Vise', emailVerified: true })
    await laptop.close()
  })

  test('the mailed link leads to a new password, which ends the session of whoever signed up', async ({
    page,
    browser,
  }) => {
    const stranger = await browser.newPage()
    const person = await signUpByForm(stranger, 'Mallory')
    await (await findMailedLink(page, person.email, 'Verify your email')).click()
    await getVerifyButton(page).click()
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await expect(page.getByText('This email was never verified')).toBeVisible()
    expect((await readSession(stranger)).user.emailVerified).toBe(false)
    await page.getByLabel('New password').fill('my-own-secret')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page).toHaveURL('/login')
    expect(await readSession(stranger)).toBeNull()
    await getEmailField(page).fill(person.email)
    await getPasswordField(page).fill(person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid email or password')
    await getPasswordField(page).fill('my-own-secret')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/')
    expect((await readSession(page)).user.emailVerified).toBe(true)
    await stranger.close()
  })
})

const getVerifyButton = (page: Page) => page.getByRole('button', { name: 'Verify email' })
const readSession = async (page: Page) => (await page.request.get('/api/auth/get-session')).json()
