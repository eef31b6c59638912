import type { Page } from '@playwright/test'
import { expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { getItems } from '#test/e2e/home-page.ts'
import { getNavBar } from '#test/e2e/layout.ts'

const getLink = (page: Page, name: string) => getNavBar(page).getByRole('link', { name })
const getSignOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' })

test.describe('before the scripts have loaded', () => {
  test.use({ expected: { errors: [/\/assets\/.*\.js/] } })

  test('the bar has the links of a visitor, or of whoever is signed in', async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, route => route.abort())
    await page.goto('/')
    await expect(getLink(page, 'Login')).toBeVisible()
    await expect(getLink(page, 'Dashboard')).toBeHidden()
    await expect(getSignOut(page)).toBeHidden()
    await signUpByApi(page)
    await page.goto('/')
    await expect(getLink(page, 'Login')).toBeHidden()
    await expect(getLink(page, 'Dashboard')).toBeVisible()
    await expect(getSignOut(page)).toBeVisible()
  })

  test('a form cannot be posted, which would lose its input', async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, route => route.abort())
    await page.goto('/login')
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
    await expect(page).toHaveURL('/login')
  })
})

test('a page whose first frame is slow is loaded once its modules are', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = callback => setTimeout(() => callback(performance.now()), 250) as unknown as number
    window.addEventListener('load', () =>
      Object.assign(window, { waiting: document.querySelectorAll('template').length }),
    )
  })
  await page.goto('/login')
  expect(await page.evaluate(() => (window as { waiting?: number }).waiting)).toBe(0)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a page in a hidden tab, which has no frames, starts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('the bar of somebody signed in does not move when the scripts have loaded', async ({ page }) => {
  await signUpByApi(page, 'Olive Tang')
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await released.promise
    await route.continue()
  })
  await page.goto('/blogs', { waitUntil: 'commit' })
  await expect(getLink(page, 'Dashboard')).toBeVisible()
  // Its fonts move it by themselves.
  await page.evaluate(() => document.fonts.ready)
  const before = await getLink(page, 'Dashboard').boundingBox()
  released.resolve()
  await expect(page.getByRole('banner').getByText('Olive Tang')).toBeVisible()
  expect(await getLink(page, 'Dashboard').boundingBox()).toEqual(before)
})

test('the name in the bar leads to the profile', async ({ page }) => {
  await signUpByApi(page, 'Olive Tang')
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Olive Tang' }).click()
  await expect(page).toHaveURL('/dashboard/profile')
})

test('while its first data loads, a spinner covers the screen; later pages show a quiet bar', async ({ page }) => {
  await signUpByApi(page)
  let released = Promise.withResolvers<void>()
  await page.route('**/api/**', async route => {
    await released.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(spinner).toBeVisible()
  expect(await spinner.boundingBox()).toMatchObject({ x: 0, y: 0, height: page.viewportSize()?.height })
  released.resolve()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect(spinner).toHaveCount(0)

  released = Promise.withResolvers()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  released.resolve()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test.describe('when its data fails inside the site', () => {
  test.use({ expected: { errors: [/\.data/, /Failed to fetch/] } })

  test('home comes with empty lists', async ({ page }) => {
    await page.route('**/*.data*', route => route.abort())
    await page.goto('/blogs')
    await getLink(page, 'Home').click()
    await expect(page.getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeVisible()
    await expect(getItems(page, 'Tools')).toHaveCount(0)
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Best Seller Products' })).toBeVisible()
  })
})
