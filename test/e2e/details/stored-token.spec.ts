import { buyer, createUnsignedToken, expect, readStoredToken, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { expectSignedOut, getLoginHeading } from '#test/e2e/guarded-pages.ts'
import { getNavBar } from '#test/e2e/layout.ts'

const { step } = test

test.describe('an invalid stored token', () => {
  test.use({ expected: { errors: [/status of 40[014]/] } })
  const claims = { sub: '0', email: buyer.email, name: 'Mallory' }
  const tokens = [
    ['garbage', 'garbage'],
    ['empty', ''],
    ['three pieces of garbage', 'a.b.c'],
    ['without claims', createUnsignedToken({})],
    ['long expired', createUnsignedToken({ ...claims, exp: 1 })],
    ['signed by nobody', createUnsignedToken({ ...claims, exp: 4_000_000_000 })],
  ] as const

  test('sends to /login', async ({ page }) => {
    await page.goto('/robots.txt')
    for (const [kind, token] of tokens)
      await step(`because it is ${kind}`, async () => {
        await page.evaluate(token => localStorage.setItem('accessToken', token), token)
        await page.goto('/dashboard')
        await expectSignedOut(page)
        await expect(page).toHaveURL('/login?from=%2Fdashboard')
      })
  })

  test('is renewed while the session lives', async ({ page }) => {
    const { name, email } = await signUpByApi(page)
    for (const [kind, exp] of [
      ['expired', 1],
      ['signed by nobody', 4_000_000_000],
    ] as const)
      await step(`because it is ${kind}`, async () => {
        const token = createUnsignedToken({ sub: '0', email, name, exp })
        await page.evaluate(token => localStorage.setItem('accessToken', token), token)
        await page.goto('/dashboard')
        await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
        await expect(getNavBar(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()
        expect(await readStoredToken(page)).not.toBe(token)
      })
  })

  test('that was removed sends to /login', async ({ page }) => {
    await signUpByApi(page)
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await page.goto('/dashboard/profile')
    await expectSignedOut(page)
  })
})

test.describe('a token that is about to end', () => {
  test.use({ expected: { errors: [/status of 429/] } })

  test('is kept when its renewal is rate-limited', async ({ page }) => {
    await signUpByApi(page)
    const token = await readStoredToken(page)
    const problem = { status: 429, json: { code: 'too_many_requests' } }
    await page.route('**/api/storeUsers/*', route => route.fulfill(problem))
    await page.clock.setFixedTime(Date.now() + 29.5 * 60_000)
    const renewal = page.waitForResponse('**/api/storeUsers/*')
    await page.goto('/dashboard')
    await renewal
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(await readStoredToken(page)).toBe(token)
  })
})

test.describe('a second tab', () => {
  test('shows Login as soon as the token is removed in the first', async ({ page, context }) => {
    await signUpByApi(page)
    const other = await context.newPage()
    await other.goto('/allReviews')
    await expect(getNavBar(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await expect(getNavBar(other).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(getNavBar(other).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await getNavBar(other).getByRole('link', { name: 'Login' }).click()
    await expect(getLoginHeading(other)).toBeVisible()
  })

  test('shows Login after a sign out in the first', async ({ page, context }) => {
    await signUpByApi(page)
    await page.goto('/allReviews')
    const other = await context.newPage()
    await other.goto('/')
    await expect(getNavBar(other).getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await getNavBar(page).getByRole('button', { name: 'Sign Out' }).click()
    await expect(getNavBar(other).getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('shows the name after a login in the first', async ({ page, context }) => {
    const other = await context.newPage()
    await other.goto('/')
    await expect(getNavBar(other).getByRole('link', { name: 'Login' })).toBeVisible()
    const { name } = await signUpByApi(page)
    await expect(other.getByRole('banner').getByText(name)).toBeVisible()
    await expect(getNavBar(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  })
})
