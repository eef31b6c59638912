import { expect, logInByForm, signUpByForm, test } from '#test/e2e/fixtures.ts'

test('sessions are listed, and ended one by one or everywhere', async ({ page, browser }) => {
  const person = await signUpByForm(page, 'Sena Session')
  const others = []
  for (let count = 0; count < 2; count++) {
    const other = await (await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1' })).newPage()
    await logInByForm(other, person)
    await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    others.push(other)
  }
  await page.goto('/dashboard/profile')
  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('row').filter({ hasText: 'This browser' })).toContainText('Chrome on Linux')
  const endPhone = page.getByRole('button', { name: 'Sign out Safari on iOS' })
  await endPhone.first().click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await others[1]?.goto('/dashboard')
  await expect(others[1] ?? page).toHaveURL('/login?from=%2Fdashboard')

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/login')
  await others[0]?.goto('/dashboard')
  await expect(others[0] ?? page).toHaveURL('/login?from=%2Fdashboard')
  for (const other of others) await other.context().close()
})

test.describe('a sign-in service that does not answer', () => {
  test.use({ expected: { errors: [/ERR_ABORTED/] } })

  test('signs out here within ten seconds', async ({ page }) => {
    await page.clock.install()
    await signUpByForm(page, 'Nora Noanswer')
    await page.route('**/api/auth/sign-out', () => undefined)
    const asked = page.waitForRequest('**/api/auth/sign-out')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await asked
    await page.clock.fastForward(10_000)
    await expect(page.getByText('the sign-in service did not answer')).toBeVisible()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  })
})
