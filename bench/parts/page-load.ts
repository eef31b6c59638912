import { type Browser, type CDPSession, chromium } from '@playwright/test'
import type { Part } from '#bench/bench.ts'
import { startShop } from '#bench/children.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, type Row } from '#bench/table.ts'
import { findChromium } from '#test/browser.ts'

interface Visit {
  bytes: Record<'Script' | 'Stylesheet' | 'Font' | 'all', number>
  largestPaint: number
  blocked: number
  shifted: number
}

/** Slow 4G as Lighthouse simulates it, and as DevTools applies it, with the cost of connections. */
const networks = {
  '1.6 Mbit/s, 150 ms': { downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 },
  'DevTools’ “Slow 4G”': { downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9, latency: 562.5 },
} as const
const viewports = {
  desktop: { viewport: { width: 1350, height: 940 } },
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
} as const

/** The first visit of the home page in Chromium, with CPU throttling of 4. */
export const measurePageLoad: Part = async ({ pace, createDatabase }) => {
  const { origin } = await startShop({ DATABASE_URL: await createDatabase() })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const [screen, options] of Object.entries(viewports))
    for (const [network, conditions] of Object.entries(networks)) {
      const visits: Visit[] = []
      for (let run = 0; run < pace.runs; run++) visits.push(await measureVisit(browser, options, conditions, origin))
      const isFirst = conditions === networks['1.6 Mbit/s, 150 ms']
      if (isFirst) rows.push(...createWeightRows(screen, visits))
      rows.push(
        ...createTimeRows(`${screen}, ${network}`, visits).map(row =>
          isFirst ? row : { ...row, goal: '', met: undefined },
        ),
      )
    }
  await browser.close()
  return rows
}

function createWeightRows(screen: string, visits: readonly Visit[]): Row[] {
  const toKilobytes = (kind: keyof Visit['bytes']) => computeMedian(visits.map(({ bytes }) => bytes[kind])) / 1000
  return [
    createLimitRow(`first visit, ${screen}: scripts`, toKilobytes('Script'), 'kB', 121.5),
    createLimitRow(`first visit, ${screen}: fonts`, toKilobytes('Font'), 'kB', 45),
    createLimitRow(`first visit, ${screen}: everything`, toKilobytes('all'), 'kB', 330),
  ]
}

function createTimeRows(where: string, visits: readonly Visit[]): Row[] {
  const computeMedianOf = (name: 'largestPaint' | 'blocked' | 'shifted') =>
    computeMedian(visits.map(visit => visit[name]))
  return [
    createLimitRow(`first visit, ${where}: largest paint`, computeMedianOf('largestPaint') / 1000, 's', 1.2),
    createLimitRow(`first visit, ${where}: blocked`, computeMedianOf('blocked'), 'ms', 50),
    createLimitRow(`first visit, ${where}: layout shift`, computeMedianOf('shifted'), 'of the screen', 0.01),
  ]
}

async function measureVisit(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
  conditions: (typeof networks)[keyof typeof networks],
  origin: string,
): Promise<Visit> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const bytes = await countBytes(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, firstPaint: 0, shifted: 0, long: [] as [number, number][] }
    Object.assign(window, { seen })
    const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver(list => list.getEntries().forEach(see)).observe({ type, buffered: true })
    observe('largest-contentful-paint', ({ startTime }) => {
      seen.largestPaint = startTime
    })
    observe('paint', ({ startTime }) => {
      seen.firstPaint = startTime
    })
    observe('layout-shift', entry => {
      seen.shifted += 'value' in entry ? Number(entry.value) : 0
    })
    observe('longtask', ({ startTime, duration }) => seen.long.push([startTime, duration]))
  })
  await page.goto(origin, { waitUntil: 'networkidle' })
  const seen = await page.evaluate<{ largestPaint: number; firstPaint: number; shifted: number; long: number[][] }>(
    'seen',
  )
  await context.close()
  const blocked = seen.long
    .filter(([start = 0, duration = 0]) => start + duration > seen.firstPaint)
    .reduce((sum, [, duration = 0]) => sum + Math.max(0, duration - 50), 0)
  return { bytes, largestPaint: seen.largestPaint, shifted: seen.shifted, blocked }
}

/** Counts the bytes of compressed bodies by kind, and all transferred bytes with headers. */
async function countBytes(devtools: CDPSession): Promise<Visit['bytes']> {
  const bytes = { Script: 0, Stylesheet: 0, Font: 0, all: 0 }
  const heads = new Map<string, { type: string; head: number }>()
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
    heads.set(requestId, { type, head: response.encodedDataLength }),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, head = 0 } = heads.get(requestId) ?? {}
    bytes.all += encodedDataLength
    if (type === 'Script' || type === 'Stylesheet' || type === 'Font') bytes[type] += encodedDataLength - head
  })
  return bytes
}
