import type { Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/axe.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { getNavBar } from '#test/e2e/layout.ts'
import { notFoundErrors, openPublic, publicPages, withScrollbars } from '#test/e2e/public-pages.ts'

test.use(withScrollbars)

const { step } = test

/** Expects each image to have a width and a height, and nothing to shift from the load to the end of the page. */
async function expectRoomForPictures(page: Page) {
  await expect(page.locator('img[width][height]')).not.toHaveCount(0)
  await expect(page.locator('img:not([width][height])')).toHaveCount(0)
  await scrollThrough(page)
  expect(await measureLayoutShift(page), 'the cumulative layout shift').toBeLessThan(0.02)
}

/** Scrolls to one image after the other, down to the end, and waits until each has loaded before it goes on. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    // Fonts that come later would move what somebody has scrolled to.
    await document.fonts.ready
    for (const image of document.images) {
      if (!image.checkVisibility()) continue
      image.scrollIntoView({ block: 'center', behavior: 'instant' })
      if (!image.complete)
        await new Promise(resolve => {
          image.onload = resolve
          image.onerror = resolve
        })
    }
  })
  await page.getByText(/^Copyright/).scrollIntoViewIfNeeded()
}

/** The cumulative layout shift so far (https://web.dev/articles/cls), all of it as one window. */
function measureLayoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0)
  })
}

test.describe('every public page is sound:', () => {
  test.use({ expected: { errors: notFoundErrors } })

  for (const { path, title, highlighted, focused } of publicPages) {
    test(path, async ({ page }) => {
      await openPublic(page, path)

      if (title)
        await step('its heading is its title', async () => {
          await expect(page).toHaveURL(path)
          await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
          await expect(page).toHaveTitle(`${title} · Big Wholesale`)
        })

      if (path !== '/no-such-page')
        await step('it has a title and a description', async () => {
          await expect(page).toHaveTitle(/^\S.+ · Big Wholesale$/)
          await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^\S.{48,160}\S$/)
        })

      if (highlighted)
        await step('its link in the bar is highlighted, and no other', async () => {
          await expect(getNavBar(page).getByRole('link', { name: highlighted })).toHaveAttribute('aria-current', 'page')
          await expect(getNavBar(page).locator('[aria-current]')).toHaveCount(1)
        })

      await step('it has one h1 and skips no heading level', async () => {
        const levels = await page
          .getByRole('heading')
          .evaluateAll(headings => headings.map(({ tagName, ariaLevel }) => Number(ariaLevel ?? tagName.slice(1))))
        expect(levels.length).toBeGreaterThan(1)
        expect(levels.filter(level => level === 1)).toEqual([1])
        expect(levels[0]).toBe(1)
        for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
      })

      await step('its images have room at 1280 px', () => expectRoomForPictures(page))

      await step('axe finds no violation in light and dark', async () => {
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        await expectAccessible(page)
      })

      await step('it begins with a link that skips the bar', async () => {
        const skip = page.getByRole('link', { name: 'Skip to content', exact: true })
        if (focused) {
          await expect(page.getByLabel(focused)).toBeFocused()
          await skip.focus()
        } else await page.keyboard.press('Tab')
        await expect(skip).toBeFocused()
        await expect(skip).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/#main$/)
        await page.keyboard.press('Tab')
        // The reviews hold nothing that takes the focus, so there it goes on to the footer.
        await expect(page.locator(path === '/allReviews' ? 'footer :focus' : 'main :focus')).toHaveCount(1)
      })

      await step('its images have room at 360 px', async () => {
        await page.setViewportSize({ width: 360, height: 720 })
        await openPublic(page, path)
        await expectRoomForPictures(page)
      })

      for (const width of [360, 768, 1280, 1920]) {
        await step(`nothing is wider than the screen at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 800 })
          await expect
            .poll(() =>
              page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
            )
            .toBe(0)
        })
      }
    })
  }
})
