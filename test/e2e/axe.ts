import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const aboutColor = ['color-contrast', 'link-in-text-block']

// A link that is half below a sticky bar is too small there, until somebody scrolls; and axe does not know that open
// dialogs and popovers are above whatever has a z-index, also those of a row, which is a stacking context.
const checkedStyles =
  ':is([class*=sticky], .selection-bar, .total-bar) { position: relative !important; inset: auto !important } dialog, [popover] { z-index: 999 } :has(dialog[open]) { z-index: 998 !important }'

/** Checks the page as it is, then 360 px wide, where nothing may stand out at the side. */
export async function expectAccessibleAlsoNarrow(page: Page) {
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 720 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}

/**
 * Runs all rules in light and those about color in dark; without motion, so that colors change at once. An enlarged
 * picture has no text whose color could be checked. Projects without axe check nothing: others run the same tests.
 */
export async function expectAccessible(page: Page, { hasText = true } = {}) {
  if (test.info().project.metadata.withoutAxe) return
  const found: string[] = []
  const minPasses = hasText ? { light: 11, dark: 1 } : { light: 1, dark: 0 }
  // Legacy mode checks one frame only, without opening a second page.
  expect(page.frames()).toHaveLength(1)
  // A list that is loading is pale.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(':root')).toHaveCSS('color-scheme', colorScheme)
    await page.evaluate(() => scrollTo(0, 0))
    await page.evaluate(css => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, checkedStyles)
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    const { violations, passes } = await (colorScheme === 'light'
      ? axe.withTags(standards)
      : axe.withRules(aboutColor)
    ).analyze()
    expect(passes.length).toBeGreaterThanOrEqual(minPasses[colorScheme])
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`)
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  expect(found).toEqual([])
}
