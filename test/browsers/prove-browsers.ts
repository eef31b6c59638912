import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStorage, startShop } from '#test/chaos/shop-process.ts'
import { formatPoints, type Point } from '#test/container/points.ts'
import { findFreePort } from '#test/free-port.ts'
import { startChromium } from './chromium.ts'
import { type Driver, NotInstalledError } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { type HoldingProxy, openHoldingProxy } from './holding-proxy.ts'
import { leaveDuringCall, leaveDuringImport } from './leaving.ts'
import { mainJob } from './main-job.ts'
import { openPage } from './open-page.ts'
import { startWebKit } from './webkit.ts'

const browsers = { Firefox: startFirefox, WebKit: startWebKit, Chromium: startChromium }

/** Does the main job in each browser, or in the named one, and prints a table; resolves with whether every step succeeds. */
export async function proveBrowsers(only: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-browsers-'))
  const points: Point[] = []
  for (const [name, start] of Object.entries(browsers)) {
    if (only && only !== name) continue
    try {
      points.push(...(await proveBrowser(start, join(folder, name))))
    } catch (error) {
      if (!(error instanceof NotInstalledError)) throw error
      process.stdout.write(`not run: ${name}, ${error.message}\n`)
    }
  }
  process.stdout.write(`${formatPoints(points)}Screenshots: ${folder}\n`)
  return points.every(({ holds }) => holds)
}

/** In a shop of its own. */
async function proveBrowser(start: () => Promise<Driver>, folder: string): Promise<Point[]> {
  await using started = new AsyncDisposableStack()
  const driver = await start()
  started.defer(driver.close)
  const [port, shopPort] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${port}`
  const storage = await createStorage(undefined)
  started.defer(storage.remove)
  const shop = await startShop({ ...storage.environment, PORT: String(shopPort), PUBLIC_URL: origin })
  started.defer(async () => void (await shop.end('SIGTERM')))
  const proxy = await openHoldingProxy(port, shopPort)
  started.defer(proxy.close)
  const page = await openPage(driver, origin, folder)
  const steps = [...mainJob, ...leavingSteps(proxy)]
  const points: Point[] = []
  for (const { name, run } of steps) {
    const before = performance.now()
    const fault = await run(page).then(
      () => undefined,
      error => String(error),
    )
    const seconds = `${((performance.now() - before) / 1000).toFixed(1)} s`
    points.push({ name: `${driver.name}: ${name}`, result: fault ?? seconds, holds: !fault })
    process.stderr.write(`${driver.name}: ${name}, ${fault ?? seconds}\n`)
    if (fault) break
  }
  return points
}

const leavingSteps = (proxy: HoldingProxy): typeof mainJob => [
  { name: 'leave a page while a script is under way', run: page => leaveDuringImport(page, proxy) },
  { name: 'leave a page while its data is under way', run: page => leaveDuringCall(page, proxy) },
]
