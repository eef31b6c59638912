import { createAccount, createEmail, expect, findMailedLink, logInByForm, test } from '#test/e2e/fixtures.ts'
import { getToasts, requestPasswordReset, tryToLogIn } from '#test/e2e/sign-in-form.ts'

const { step } = test

test.describe('Forgot Password', () => {
  test('requires the email first, and mails nothing to an unknown one', async ({ page }) => {
    const stranger = createEmail()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Please enter your email first' })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveClass(/text-error/)
    await expect(getToasts(page)).not.toContainText('Sent password reset email')

    await step('the answer is the same as for any other, and can be dismissed at once', async () => {
      await requestPasswordReset(page, stranger)
      await getToasts(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText('Sent password reset email')).toBeHidden()
    })
    await page.goto('/dev/outbox')
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    await expect(page.getByText(stranger)).toHaveCount(0)
  })

  test.describe('mails a link', { tag: '@detail' }, () => {
    test.use({ expected: { errors: [/status of 40[01]/] } })

    test('whose page sets the new password, which logs in while the old one does not', async ({ page }) => {
      const person = await createAccount(page)
      await page.goto('/login')
      await requestPasswordReset(page, person.email)

      const link = await findMailedLink(page, person.email, 'Set a new password')
      const address = (await link.getAttribute('href')) ?? ''
      await link.click()
      await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
      await expect(page.getByLabel('New password')).toHaveAttribute('type', 'password')
      await expect(page.getByText('This email was never verified')).toBeVisible()
      await expect(page.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password')
      await page.getByLabel('New password').fill('brand-new-8')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page).toHaveURL('/login')

      await tryToLogIn(page, person.email, person.password)
      await expect(page.getByText('Invalid email or password')).toBeVisible()
      await logInByForm(page, { ...person, password: 'brand-new-8' })
      await expect(page).toHaveURL('/')

      await step('the used link says so at once and offers a new one', async () => {
        await page.goto(address)
        await expect(page.getByRole('heading', { name: 'That link is no longer good' })).toBeVisible()
        await page.getByLabel('Email', { exact: true }).fill(person.email)
        await page.getByRole('button', { name: 'Send a new link' }).click()
        await expect(getToasts(page)).toContainText('Sent password reset email')
      })
    })
  })

  test('requires a new password of at least six characters', { tag: '@detail' }, async ({ page }) => {
    const person = await createAccount(page)
    await page.goto('/login')
    await requestPasswordReset(page, person.email)
    await (await findMailedLink(page, person.email, 'Set a new password')).click()
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Password is required')
    await page.getByLabel('New password').fill('12345')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      'Password should contains at least 6 characters',
    )
  })
})
