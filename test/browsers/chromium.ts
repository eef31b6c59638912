import { chromium } from '@playwright/test'
import { findChromium } from '#test/browser.ts'
import { type Driver, toExpression } from './driver.ts'

/** Its pictures are compared with the other browsers'; test/e2e proves far more in it. */
export async function startChromium(): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  return {
    name: `Chromium ${browser.version()}`,
    open: async url => void (await page.goto(url)),
    async evaluate(pageFunction, ...values) {
      const evaluate = () => page.evaluate<string>(toExpression(pageFunction, values))
      // A page that is being left loses the function, unlike in the other browsers.
      const isLeft = (error: Error) => error.message.includes('Execution context was destroyed')
      return JSON.parse(await evaluate().catch(error => (isLeft(error) ? evaluate() : Promise.reject(error))))
    },
    click: (x, y) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
    takeScreenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
