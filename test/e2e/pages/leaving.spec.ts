import type { Page, Route } from '@playwright/test'
import { expect, signUpByApi, test } from '#test/e2e/fixtures.ts'

test.use({ expected: { errors: [/ERR_FAILED/, /Error loading route module/, /dynamically imported module/] } })

/** Opens /blogs while a request of the page at `path` is under way, which then fails, as it does in Firefox and WebKit. */
async function leaveDuringRequest(page: Page, path: string, url: RegExp): Promise<void> {
  const requested = Promise.withResolvers<Route>()
  await page.route(url, requested.resolve, { times: 1 })
  await page.goto(path)
  const request = await requested.promise
  await page.route('**/blogs', async route => {
    const failed = page.waitForEvent('requestfailed')
    await request.abort()
    await failed
    // The page has had time to answer the failure.
    for (let count = 0; count < 3; count++) await page.waitForRequest('**/healthz')
    await route.continue()
  })
  await page.evaluate(() => {
    const watch = () => {
      if (document.body.textContent?.includes('Something went wrong')) sessionStorage.setItem('shown', 'failure')
    }
    new MutationObserver(watch).observe(document, { childList: true, subtree: true })
    setInterval(() => fetch('/healthz'), 50)
    setTimeout(() => window.location.assign('/blogs'))
  })
  await expect(page.getByRole('heading', { name: 'Blogs', level: 1 })).toBeVisible()
}

test('a page that is opened while a script of another is under way comes', async ({ page }) => {
  await signUpByApi(page)
  await leaveDuringRequest(page, '/login?from=/allReviews', /\/assets\/all-reviews-.*\.js$/)
})

test('a page that is left while its data is under way shows no failure', async ({ page }) => {
  await signUpByApi(page)
  await leaveDuringRequest(page, '/dashboard', /\/api\/orders/)
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBeNull()
})
