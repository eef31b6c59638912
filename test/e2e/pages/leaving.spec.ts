import type { Page, Route } from '@playwright/test'
import { expect, signUpByApi, test } from '#test/e2e/fixtures.ts'

test.use({ expected: { errors: [/ERR_FAILED/, /Error loading route module/, /dynamically imported module/] } })

/**
 * Opens /blogs while a request of the page at `path` is under way, which then fails, as it does in Firefox and WebKit;
 * returns how many failures the page shows before /blogs arrives.
 */
async function leaveDuringRequest(page: Page, path: string, url: RegExp): Promise<number> {
  const requested = Promise.withResolvers<Route>()
  const shown = Promise.withResolvers<number>()
  await page.route(url, requested.resolve, { times: 1 })
  await page.goto(path)
  const request = await requested.promise
  await page.route('**/blogs', async route => {
    await request.abort()
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    shown.resolve(await page.getByText('Something went wrong').count())
    await route.continue()
  })
  await page.evaluate(() => void setTimeout(() => window.location.assign('/blogs')))
  return shown.promise
}

test('a page that is opened while a script of another is under way comes', async ({ page }) => {
  await signUpByApi(page)
  await leaveDuringRequest(page, '/login?from=/allReviews', /\/assets\/all-reviews-.*\.js$/)
  await expect(page.getByRole('heading', { name: 'Blogs', level: 1 })).toBeVisible()
})

test('a page that is left while its data is under way shows no failure', async ({ page }) => {
  await signUpByApi(page)
  expect(await leaveDuringRequest(page, '/dashboard', /\/api\/orders/)).toBe(0)
  await expect(page.getByRole('heading', { name: 'Blogs', level: 1 })).toBeVisible()
})
