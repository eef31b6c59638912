import { chromium } from '@playwright/test'
import { findChromium } from '#test/browser.ts'
import { type Driver, toExpression } from './driver.ts'

/** For pictures to compare with: test/e2e proves far more in it. */
export async function startChromium(): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  return {
    name: `Chromium ${browser.version()}`,
    open: async url => void (await page.goto(url)),
    evaluate: async (pageFunction, ...values) =>
      JSON.parse(await page.evaluate<string>(toExpression(pageFunction, values))),
    click: (x, y) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
    takeScreenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
