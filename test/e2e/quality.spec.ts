import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { notFoundErrors, openPublic, publicPages } from './public-pages.ts'
import { admin, book, buyer, enterAs, expect, openTool, order, signUp, test, toolNamed } from './shopper.ts'

test.use({ expected: { errors: notFoundErrors } })

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const aboutColor = ['color-contrast', 'link-in-text-block']

/** Expects axe to find nothing, in light and, by the rules about color, in dark; without motion, so that colors change at once. */
async function expectAccessible(page: Page) {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(':root')).toHaveCSS('color-scheme', colorScheme)
    const axe = new AxeBuilder({ page })
    const { violations, passes } = await (colorScheme === 'light'
      ? axe.withTags(standards)
      : axe.withRules(aboutColor)
    ).analyze()
    expect(passes.length).toBeGreaterThan(colorScheme === 'light' ? 10 : 0)
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`)
  }
  expect(found).toEqual([])
}

/** Scrolls to the end screen by screen and waits for every picture on the way. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
    await document.fonts.ready
  })
  await expect(page.getByText(/^Copyright/)).toBeInViewport()
  await expect
    .poll(() => page.locator('img').evaluateAll((imgs: HTMLImageElement[]) => imgs.every(img => img.complete)))
    .toBe(true)
}

/** The cumulative layout shift so far (https://web.dev/articles/cls), all of it as one window. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0)
  })
}

for (const path of publicPages) {
  test.describe(path, () => {
    test('breaks no rule of axe in light and dark', async ({ page }) => {
      await openPublic(page, path)
      await expectAccessible(page)
    })

    test('has one h1 and skips no heading level', async ({ page }) => {
      await openPublic(page, path)
      const levels = await page
        .getByRole('heading')
        .evaluateAll(headings => headings.map(({ tagName, ariaLevel }) => Number(ariaLevel ?? tagName.slice(1))))
      expect(levels.length).toBeGreaterThan(1)
      expect(levels.filter(level => level === 1)).toEqual([1])
      expect(levels[0]).toBe(1)
      for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    })

    test('keeps room for its pictures: each has a width and a height, and nothing shifts', async ({ page }) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 720 })
        await openPublic(page, path)
        await expect(page.locator('img[width][height]')).not.toHaveCount(0)
        await expect(page.locator('img:not([width][height])')).toHaveCount(0)
        await scrollThrough(page)
        expect(await layoutShift(page), `at ${width} px`).toBeLessThan(0.02)
      }
    })

    test('begins with a link that skips the bar', async ({ page }) => {
      await openPublic(page, path)
      const skip = page.getByRole('link', { name: 'Skip to content', exact: true })
      await page.keyboard.press('Tab')
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/#main$/)
      await page.keyboard.press('Tab')
      // The reviews hold nothing that takes the focus, so there it goes on to the footer.
      await expect(page.locator(path === '/allReviews' ? 'footer :focus' : 'main :focus')).toHaveCount(1)
    })
  })
}

test.describe('axe finds nothing wrong for somebody signed in', () => {
  test('with the order dialog open', async ({ page }) => {
    await signUp(page)
    await openTool(page, 'Farmark Tape Measure')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Phone')).toBeFocused()
    await expectAccessible(page)
  })

  test('on My Orders, and with the question whether to cancel', async ({ page }) => {
    await signUp(page)
    await page.goto('/dashboard')
    await expect(page.getByText('You have no orders yet.')).toBeVisible()
    await expectAccessible(page)
    await openTool(page, 'Farmark Tape Measure')
    await order(page)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Are you sure to cancel this order?' })).toBeVisible()
    await expectAccessible(page)
  })

  const dashboard: [page: string, person: typeof admin, button?: string][] = [
    ['review', buyer, 'Add Review'],
    ['profile', buyer, 'SAVE'],
    ['users', admin],
    ['manageAllOrders', admin, 'Cancel'],
    ['addProduct', admin, 'Add Product'],
    ['manageProducts', admin, 'Delete'],
  ]
  for (const [path, person, button] of dashboard) {
    test(`on /dashboard/${path}, wide and narrow, with what it says and asks`, async ({ page }) => {
      if (path === 'manageAllOrders') await book(page, await signUp(page), 'Farmark Tape Measure')
      await enterAs(page, person)
      await page.goto(`/dashboard/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 720 })
      if (button) {
        await page.getByRole('button', { name: button }).first().click()
        await expect(
          page
            .getByRole('dialog')
            .or(page.getByText(/ is required$/))
            .first(),
        ).toBeVisible()
      }
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
  }

  test('on the page that edits a product', async ({ page }) => {
    await enterAs(page, admin)
    const { _id } = await toolNamed(page, 'Circular Saw')
    await page.goto(`/dashboard/manageProducts/${_id}`)
    await expect(page.getByRole('img', { name: 'The present picture' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on the payment page', async ({ page }) => {
    await signUp(page)
    await openTool(page, 'Farmark Tape Measure')
    await order(page)
    await page.getByRole('link', { name: 'Pay' }).click()
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
    await expectAccessible(page)
  })

  test('on My Orders at 360 px, with the menus open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 720 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await signUp(page)
    await openTool(page, 'Farmark Tape Measure')
    await order(page)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dashboard menu' }).click()
    await expect(page.getByRole('link', { name: 'Add A Review' })).toBeVisible()
    await expectAccessible(page)
  })
})

for (const width of [1280, 360]) {
  test(`the home page asks first for what it shows largest at ${width} px: the banner’s picture`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 })
    await page.goto('/')
    const largest = () =>
      page.evaluate(() => {
        const observer = new PerformanceObserver(() => {})
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
        const paints = observer.takeRecords() as (PerformanceEntry & { element: Element | null })[]
        const element = paints.at(-1)?.element
        return {
          tag: element?.tagName,
          loading: element?.getAttribute('loading') ?? 'eager',
          priority: element?.getAttribute('fetchpriority'),
        }
      })
    await expect.poll(largest).toEqual({ tag: 'IMG', loading: 'eager', priority: 'high' })
  })
}
