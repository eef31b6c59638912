import type { Page } from '@playwright/test'
import {
  expect,
  identityChunks,
  logIn,
  mailedLink,
  newEmail,
  register,
  signUp,
  signUpByForm,
  storedToken,
  test,
} from './fixtures.ts'

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password')
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
const signUpButton = (page: Page) => page.getByRole('button', { name: 'SignUp' })
const toasts = (page: Page) => page.getByRole('status')
const { step } = test

async function askForReset(page: Page, address: string) {
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(toasts(page)).toContainText('Sent password reset email')
}

async function tryToLogIn(page: Page, typedEmail: string, typedPassword: string) {
  await email(page).fill(typedEmail)
  await password(page).fill(typedPassword)
  await loginButton(page).click()
}

async function continueWithGoogle(page: Page) {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

test('the login form asks for both fields, an email, and six characters of password', async ({ page }) => {
  await page.goto('/login')

  await step('both are empty', async () => {
    await loginButton(page).click()
    await expect(email(page)).toHaveAccessibleDescription('Email is required')
    await expect(password(page)).toHaveAccessibleDescription('Password is required')
    await expect(page.getByText('Email is required')).toHaveClass(/text-error/)
    await expect(page.getByText('Password is required')).toHaveClass(/text-error/)
    await expect(page).toHaveURL('/login')
  })

  for (const typed of ['plain', 'a@b', 'a b@c.com', 'x@1.com']) {
    await step('a password of five characters is not taken', async () => {
      await tryToLogIn(page, 'somebody@example.com', '12345')
      await expect(password(page)).toHaveAccessibleDescription('Password must contain 6 character')
      await expect(email(page)).not.toHaveAccessibleDescription(/./)
    })

    await step(`'${typed}' is not taken for an email`, async () => {
      await tryToLogIn(page, typed, 'secret-7')
      await expect(email(page)).toHaveAccessibleDescription('Provide a valid email')
      await expect(email(page)).toHaveValue(typed)
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

  test('shows the provider’s message in red, keeps the email, and goes through at the second try', async ({ page }) => {
    const person = await register(page)
    await page.goto('/login')
    await tryToLogIn(page, person.email, 'not-the-password')
    const alert = page.getByRole('alert').filter({ hasText: 'Invalid email or password' })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    await expect(email(page)).toHaveValue(person.email)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await password(page).fill(person.password)
    await loginButton(page).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('says the same of an email that nobody signed up with', async ({ page }) => {
    await page.goto('/login')
    await tryToLogIn(page, newEmail(), 'secret-7')
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  })
})

test('login keeps the token under accessToken and shows the name in the bar', async ({ page }) => {
  const person = await register(page, 'Olive Tang')
  expect(await storedToken(page)).toBeNull()
  // Neither the case of the email nor spaces around it matter.
  await logIn(page, { ...person, email: ` ${person.email.toUpperCase()} ` })
  await expect(page).toHaveURL('/')
  expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await expect(page.getByRole('banner').getByText('Olive Tang')).toBeVisible()
})

test('the identity provider’s script is loaded when somebody signs in, and Firebase’s never', async ({ page }) => {
  const chunks = identityChunks(page)
  await page.goto('/')
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  expect([...chunks]).toEqual([])
  await signUpByForm(page)
  expect([...chunks]).toEqual(['embedded-identity-client'])
})

test('sign out goes to /home, forgets the token and ends the session', async ({ page }) => {
  await signUp(page)
  await page.goto('/allReviews')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await bar.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/home')
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeHidden()
  expect(await storedToken(page)).toBeNull()
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test.describe('Forgot Password', () => {
  test('asks for the email first, and mails nothing to one that nobody signed up with', async ({ page }) => {
    const stranger = newEmail()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Please enter your email first' })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    await expect(toasts(page)).not.toContainText('Sent password reset email')

    await step('the answer is the same as for any other, and can be dismissed at once', async () => {
      await askForReset(page, stranger)
      await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText('Sent password reset email')).toBeHidden()
    })
    await page.goto('/dev/outbox')
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    await expect(page.getByText(stranger)).toHaveCount(0)
  })

  test.describe('mails a link', () => {
    test.use({ expected: { errors: [/status of 40[01]/] } })

    test('whose page sets the new password, which logs in while the old one does not', async ({ page }) => {
      const person = await register(page)
      await page.goto('/login')
      await askForReset(page, person.email)

      const link = await mailedLink(page, person.email, 'Set a new password')
      const address = (await link.getAttribute('href')) ?? ''
      await link.click()
      await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
      await page.getByLabel('New password').fill('brand-new-8')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page).toHaveURL('/login')

      await tryToLogIn(page, person.email, person.password)
      await expect(page.getByText('Invalid email or password')).toBeVisible()
      await logIn(page, { ...person, password: 'brand-new-8' })
      await expect(page).toHaveURL('/')

      await page.goto(address)
      await page.getByLabel('New password').fill('another-one-9')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Invalid token' })).toHaveClass(/text-error/)
    })
  })

  test('asks for a new password of at least six characters', async ({ page }) => {
    await page.goto('/reset-password?token=nothing')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Password is required')
    await page.getByLabel('New password').fill('12345')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      'Password should contains at least 6 characters',
    )
  })
})

test('the signup form asks for every field, by the rules of the login form', async ({ page }) => {
  await page.goto('/signup')

  await step('every field is empty', async () => {
    await signUpButton(page).click()
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
    await email(page).fill('x@1.com')
    await password(page).fill('12345')
    await signUpButton(page).click()
    await expect(email(page)).toHaveAccessibleDescription('Provide a valid email')
    await expect(password(page)).toHaveAccessibleDescription('Password should contains at least 6 characters')
    await expect(page.getByLabel('Name')).toHaveValue('Rita Moss')
    await expect(page.getByText('Name is required')).toBeHidden()
  })

  await step('a password of exactly six characters is taken', async () => {
    await page.getByLabel('Name').fill('Six Letters')
    await email(page).fill(newEmail())
    await password(page).fill('123456')
    await signUpButton(page).click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('banner').getByText('Six Letters')).toBeVisible()
  })
})

test.describe('a signup with an email that has an account', () => {
  test.use({ expected: { errors: [/status of 422/] } })

  test('shows the provider’s message in red and loses nothing of what was typed', async ({ page }) => {
    const person = await register(page)
    await page.goto('/signup')
    await page.getByLabel('Name').fill('Somebody Else')
    await email(page).fill(person.email)
    await password(page).fill('secret-8')
    await signUpButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'User already exists' })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else')
    await expect(email(page)).toHaveValue(person.email)
    await expect(page).toHaveURL('/signup')
    expect(await storedToken(page)).toBeNull()
  })
})

test('signup ends at /home, signed in, and mails a link that verifies the email', async ({ page }) => {
  const person = await signUpByForm(page, 'Vera Lund')
  await expect(toasts(page)).toContainText('Sent Email Verification')
  await expect(page.getByRole('banner').getByText('Vera Lund')).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()
  const verify = () => mailedLink(page, person.email, 'Verify your email')

  await step('which says that it is no good once it was tampered with', async () => {
    const address = (await (await verify()).getAttribute('href')) ?? ''
    await page.goto(address.replace(/token=[^&]+/, 'token=nonsense'))
    await expect(page.getByRole('heading', { name: 'That link is no longer good' })).toBeVisible()
    await expect(page.getByText('Your email is verified')).toHaveCount(0)
  })

  await (await verify()).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  const session = await (await page.request.get('/api/auth/get-session')).json()
  expect(session.user).toMatchObject({ email: person.email, emailVerified: true })
})

test.describe('Continue with Google', () => {
  test('on the login page comes back to the page that was asked for', async ({ page }) => {
    await page.goto('/login?from=/allReviews')
    await continueWithGoogle(page)
    await page.getByRole('button', { name: 'Dana Reed' }).click()
    await expect(page).toHaveURL('/allReviews')
    await expect(page.getByRole('banner').getByText('Dana Reed')).toBeVisible()
    expect(await storedToken(page)).not.toBeNull()
  })

  test('on the login page that nobody was sent to ends at the home page', async ({ page }) => {
    await page.goto('/login')
    await continueWithGoogle(page)
    await page.getByRole('button', { name: 'Milo Okafor' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByText('Milo Okafor')).toBeVisible()
  })

  test('on the signup page ends at /home', async ({ page }) => {
    const address = newEmail()
    await page.goto('/signup')
    await continueWithGoogle(page)
    await page.getByLabel('Another account').fill(address)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(await storedToken(page)).not.toBeNull()
  })
})

test('a toast is announced, stays for 5000 ms and goes away by itself', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await expect(toasts(page)).toBeAttached()
  await email(page).fill(newEmail())
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  const toast = toasts(page).getByText('Sent password reset email')
  await expect(toast).toBeVisible()
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toBeHidden()
})

test('a toast leaves the navigation bar free to use', async ({ page }) => {
  await signUpByForm(page)
  await expect(toasts(page)).toContainText('Sent Email Verification')
  await page.getByRole('button', { name: 'Sign Out' }).click({ timeout: 2000 })
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
})
