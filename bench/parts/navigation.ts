import { chromium, type Page } from '@playwright/test'
import type { Part } from '#bench/bench.ts'
import { startShop } from '#bench/children.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, type Row } from '#bench/table.ts'
import { findChromium } from '#test/browser.ts'

const links = [
  { from: '/', name: 'Shop' },
  { from: '/', name: 'Blogs' },
  { from: '/', name: 'All Reviews' },
  { from: '/shop', name: 'Home' },
  { from: '/shop', name: 'Circular Saw' },
] as const
/** Milliseconds between hover and click. */
const hoverMs = 100

/** The time from a click on a link until the next page is painted, each in a browser with an empty cache. */
export const measureNavigation: Part = async ({ pace, createDatabase }) => {
  const { origin } = await startShop({ DATABASE_URL: await createDatabase() })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const { from, name } of links) {
    const times: number[] = []
    for (let run = 0; run < 3 * pace.runs; run++) {
      const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
      const page = await context.newPage()
      await page.goto(origin + from, { waitUntil: 'networkidle' })
      times.push(await measureClick(page, name))
      await context.close()
    }
    rows.push(createLimitRow(`from a click on ${name} at ${from} to the page`, computeMedian(times), 'ms', 100))
  }
  await browser.close()
  return rows
}

async function measureClick(page: Page, name: string): Promise<number> {
  const link = page.getByRole('link', { name, exact: true }).first()
  await page.evaluate(() => {
    const title = document.title
    const painted = new Promise(resolve => {
      window.addEventListener(
        'click',
        ({ timeStamp }) => {
          const checkTitle = () =>
            document.title === title
              ? requestAnimationFrame(checkTitle)
              : requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
          checkTitle()
        },
        { capture: true, once: true },
      )
    })
    Object.assign(window, { painted })
  })
  await link.hover()
  await page.waitForTimeout(hoverMs)
  await link.click()
  return page.evaluate<number>('painted')
}
