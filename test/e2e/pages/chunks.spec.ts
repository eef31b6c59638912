import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from '#test/e2e/fixtures.ts'

test.use({ expected: { errors: [/ERR_FAILED|status of 404|module script/] } })

const failures = [
  ['error', 'abort'],
  ['missing', 'not found'],
] as const

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await waitForHydration(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }))
}

/**
 * Clicks without pointing: React Router prefetches the chunk of a link that has been pointed at for 100 ms, and reloads
 * the page when that fails.
 */
async function followBlogs(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).dispatchEvent('click')
}

for (const [kind, how] of failures) {
  test(`a script chunk that does not load (${kind}) is named in a dialog, which reloads the page`, async ({ page }) => {
    await openHome(page)
    await page.route('**/assets/blogs-*.js', route =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 404 }),
    )
    await followBlogs(page)
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Loading chunk blogs-[\\w-]+ failed \\(${kind}\\)$`) })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.unroute('**/assets/blogs-*.js')
    await dialog.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Blogs', level: 1 })).toBeVisible()
  })
}

test('a script chunk that takes 120 seconds is shown as timed out', async ({ page }) => {
  await page.clock.install()
  await openHome(page)
  // From here on only the test moves the page's clock.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await page.route('**/assets/blogs-*.js', () => {})
  await followBlogs(page)
  await page.clock.runFor(119_999)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(page.getByRole('dialog', { name: /^Loading chunk blogs-[\w-]+ failed \(timeout\)$/ })).toBeVisible()
})

test('of two links clicked at once, the second is followed, also when its script is there first', async ({ page }) => {
  await openHome(page)
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/blogs-.*\.js$/, async route => {
    await released.promise
    await route.continue()
  })
  const blogs = page.waitForResponse(/\/assets\/blogs-.*\.js$/)
  await page.evaluate(() => {
    for (const path of ['/blogs', '/allReviews'])
      document.querySelector<HTMLElement>(`header a[href="${path}"]`)?.click()
  })
  await expect(page.getByRole('heading', { name: 'All Reviews', level: 1 })).toBeVisible()
  released.resolve()
  await page.evaluate(chunk => import(chunk), (await blogs).url())
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL('/allReviews')
})
