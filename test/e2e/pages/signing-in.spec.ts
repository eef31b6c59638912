import {
  createAccount,
  createEmail,
  expect,
  logInByForm,
  readStoredToken,
  signUpByApi,
  signUpByForm,
  submitSignUp,
  test,
} from '#test/e2e/fixtures.ts'
import {
  continueWithGoogle,
  getEmailField,
  getLoginButton,
  getPasswordField,
  getToasts,
  requestPasswordReset,
  tryToLogIn,
} from '#test/e2e/sign-in-form.ts'

const { step } = test

test('the login form requires a valid email and a password of six characters', async ({ page }) => {
  await page.goto('/login')

  await step('both are empty', async () => {
    await getLoginButton(page).click()
    await expect(getEmailField(page)).toBeFocused()
    await expect(getEmailField(page)).toHaveAccessibleDescription('Email is required')
    await expect(getPasswordField(page)).toHaveAccessibleDescription('Password is required')
    await expect(page.getByText('Email is required')).toHaveClass(/text-error/)
    await expect(page.getByText('Password is required')).toHaveClass(/text-error/)
    await expect(page).toHaveURL('/login')
  })

  for (const typed of ['plain', 'a@b', 'a b@c.com', 'x@shop.co1']) {
    await step('a password of five characters is refused', async () => {
      await tryToLogIn(page, 'somebody@example.com', '12345')
      await expect(getPasswordField(page)).toHaveAccessibleDescription('Password must contain 6 character')
      await expect(getEmailField(page)).not.toHaveAccessibleDescription(/./)
    })

    await step(`'${typed}' is refused as an email`, async () => {
      await tryToLogIn(page, typed, 'secret-7')
      await expect(getEmailField(page)).toHaveAccessibleDescription('Provide a valid email')
      await expect(getEmailField(page)).toHaveValue(typed)
      await expect(page.getByText('Provide a valid email')).toHaveClass(/text-error/)
      await expect(page.getByText('Password is required')).toBeHidden()
    })
  }

  await step('it links to signup, and signup back to it', async () => {
    await page.getByRole('main').getByRole('link').click()
    await expect(page).toHaveURL(/\/signup\??$/)
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/login\??$/)
  })
})

test.describe('a login that the provider refuses', () => {
  test.use({ expected: { errors: [/status of 401/] } })

  test('shows the provider’s message in red, keeps the email, and accepts the second try', async ({ page }) => {
    const person = await createAccount(page)
    await page.goto('/login')
    await tryToLogIn(page, person.email, 'not-the-password')
    const alert = page.getByRole('alert').filter({ hasText: 'Invalid email or password' })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    const [form, message] = [await getLoginButton(page).boundingBox(), await alert.boundingBox()]
    expect(message?.y).toBeGreaterThan(form?.y ?? Number.POSITIVE_INFINITY)
    await expect(getEmailField(page)).toHaveValue(person.email)
    await requestPasswordReset(page, person.email)
    await expect(page.getByText('Invalid email or password')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await readStoredToken(page)).toBeNull()
    await getPasswordField(page).fill(person.password)
    await getLoginButton(page).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('shows the same for an unknown email', { tag: '@detail' }, async ({ page }) => {
    await page.goto('/login')
    await tryToLogIn(page, createEmail(), 'secret-7')
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  })
})

test('login keeps the token under accessToken and shows the name in the bar', async ({ page }) => {
  const person = await createAccount(page, 'Olive Tang')
  expect(await readStoredToken(page)).toBeNull()
  // Neither the case of the email nor spaces around it matter.
  await logInByForm(page, { ...person, email: ` ${person.email.toUpperCase()} ` })
  await expect(page).toHaveURL('/')
  expect(await readStoredToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await expect(page.getByRole('banner').getByText('Olive Tang')).toBeVisible()
})

test('the identity provider’s script is loaded at sign-in only', { tag: '@detail' }, async ({ page }) => {
  const chunks: string[] = []
  page.on('request', request => {
    if (request.url().includes('/identity-client-')) chunks.push(request.url())
  })
  await page.goto('/')
  await page.goto('/login')
  await expect(getLoginButton(page)).toBeVisible()
  expect(chunks).toEqual([])
  await signUpByForm(page)
  expect(chunks).toHaveLength(1)
})

test('sign out goes to /home, forgets the token and ends the session', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/allReviews')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await bar.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/home')
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeHidden()
  expect(await readStoredToken(page)).toBeNull()
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test.describe('Continue with Google', () => {
  test('that failed is told in the shop’s words', { tag: '@detail' }, async ({ page }) => {
    await page.goto('/login?with=google&error=Call%20555')
    await expect(page.getByRole('alert')).toHaveText('Google sign-in did not finish. Please try again.')
    await expect(page.getByText('Call 555')).toHaveCount(0)
    await page.goto('/login?error=account_not_linked')
    await expect(page.getByRole('alert')).toHaveText(/^That email has an account with a password\./)
  })

  test('on the login page returns to the requested page', async ({ page }) => {
    await page.goto('/login?from=/allReviews')
    await continueWithGoogle(page)
    await page.getByRole('button', { name: 'Dana Reed' }).click()
    await expect(page).toHaveURL('/allReviews')
    await expect(page.getByRole('banner').getByText('Dana Reed')).toBeVisible()
    expect(await readStoredToken(page)).not.toBeNull()
  })

  test('on the login page without a requested page ends at the home page', { tag: '@detail' }, async ({ page }) => {
    await page.goto('/login')
    await continueWithGoogle(page)
    await page.getByRole('button', { name: 'Milo Okafor' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByText('Milo Okafor')).toBeVisible()
  })

  test('on the signup page ends at /home', { tag: '@detail' }, async ({ page }) => {
    const address = createEmail()
    await page.goto('/signup')
    await continueWithGoogle(page)
    await page.getByLabel('Another account').fill(address)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(await readStoredToken(page)).not.toBeNull()
  })
})

test('a toast is announced, stays for 5000 ms and goes away by itself', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await expect(getToasts(page)).toBeAttached()
  await getEmailField(page).fill(createEmail())
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  const toast = getToasts(page).getByText('Sent password reset email')
  await expect(toast).toBeVisible()
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toBeHidden()
})

test('a toast leaves the navigation bar free to use', { tag: '@detail' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/signup')
  // The toast stays, since the page's time stands still.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await submitSignUp(page)
  await expect(getToasts(page)).toContainText('Sent Email Verification')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
})
