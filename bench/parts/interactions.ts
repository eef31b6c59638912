import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Part } from '#bench/bench.ts'
import { issueDemoToken } from '#bench/buyers.ts'
import { startShop } from '#bench/children.ts'
import { fillShop } from '#bench/fill.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, type Row } from '#bench/table.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { findChromium } from '#test/browser.ts'

interface Interaction {
  what: string
  path: string
  find: (page: Page, run: number) => Locator
  /** Typed into what is found; without it, a click. */
  key?: string
}

const findFirst = (role: 'button' | 'checkbox' | 'link', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first()
/** Of another row in each run, since the shop keeps a cart's quantity. */
const findQuantity = (page: Page, run: number) => page.locator('tbody input').nth(run)
const findSearch = (page: Page) => page.getByLabel('Search', { exact: true })

const addToCart = { what: 'add a tool to the cart', find: findFirst('button', /^Add to cart: /) }
const searchTools = { what: 'type a letter of a search', find: findSearch, key: 's' }
const filterTools = { what: 'choose a filter', find: findFirst('checkbox', /^Minimum order in stock/) }
const typeQuantity = { what: 'type a digit of a quantity', find: findQuantity, key: '5' }
const onOrders = [
  { what: 'select a row', find: findFirst('checkbox', /^Select (?!all)/) },
  { what: 'select all rows', find: findFirst('checkbox', 'Select all on this page') },
  { what: 'open a row', find: findFirst('button', /^Details of order/) },
  { what: 'choose a filter', find: findFirst('link', /^Unpaid/) },
]
const removeLine = { what: 'remove a line', find: findFirst('button', /^Remove /) }

const interactions: readonly Interaction[] = [
  ...atPath('/shop', [addToCart, searchTools, filterTools]),
  ...atPath('/shop?shown=240', [addToCart, searchTools, filterTools]),
  ...atPath('/shop?view=table&shown=240', [typeQuantity, addToCart]),
  ...atPath('/dashboard/manageAllOrders', onOrders),
  ...atPath('/cart', [typeQuantity, removeLine]),
]

function atPath(path: string, some: readonly Omit<Interaction, 'path'>[]): Interaction[] {
  return some.map(each => ({ ...each, path }))
}

/**
 * The time from an input until the next frame has been painted, with CPU throttling of 4, in a shop of 500 tools and 200
 * orders, with a cart of 200 lines: the duration of the interaction's longest event, which Chromium rounds to 8 ms.
 */
export const measureInteractions: Part = async ({ pace, createDatabase }) => {
  const url = await createDatabase()
  const pool = new pg.Pool({ connectionString: url })
  await fillShop(drizzle(pool, { casing: 'snake_case' }), { tools: 476, orders: 200, accounts: 50 })
  await pool.end()
  const { origin } = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off' })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const tokens = { admin: await issueDemoToken(url, 'admin'), customer: await issueDemoToken(url, 'customer') }
  await fillCart(origin, tokens.customer)
  const rows: Row[] = []
  try {
    for (const interaction of interactions) {
      const token = interaction.path.startsWith('/dashboard') ? tokens.admin : tokens.customer
      const times: number[] = []
      for (let run = 0; run < pace.runs; run++)
        times.push(await measureUntilSeen(browser, origin, token, { ...interaction, run }))
      rows.push(createLimitRow(`\`${interaction.path}\`: ${interaction.what}`, computeMedian(times), 'ms', 100))
    }
  } finally {
    await browser.close()
  }
  return rows
}

async function fillCart(origin: string, token: string): Promise<void> {
  const call = async (path: string, init?: RequestInit) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api${path}`, { ...init, headers })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  const tools: Tool[] = await call(`/tools?orderable=true&limit=200`)
  const lines = tools.map(({ _id, minimum, price }) => ({ toolId: _id, quantity: minimum, price }))
  await call('/cart', { method: 'POST', body: JSON.stringify({ lines }) })
}

type Run = Interaction & { run: number }

/** Chromium may tell of no event, such as for a click on a page that it was about to move. */
async function measureUntilSeen(browser: Browser, origin: string, token: string, run: Run): Promise<number> {
  for (let tries = 0; tries < 5; tries++) {
    const milliseconds = await measureInteraction(browser, origin, token, run)
    if (milliseconds !== undefined) return milliseconds
  }
  throw new Error(`${run.path}: ${run.what}: the page saw no input.`)
}

async function measureInteraction(
  browser: Browser,
  origin: string,
  token: string,
  { path, find, key, run }: Run,
): Promise<number | undefined> {
  const localStorage = [{ name: 'accessToken', value: token }]
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  const page = await context.newPage()
  await page.addInitScript(observeEvents)
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  const target = find(page, run)
  if (key) await target.focus()
  else await target.hover()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  if (key) await page.keyboard.type(key)
  else await clickHere(page)
  const longest = await readLongestEvent(page)
  await context.close()
  return longest
}

/** Without what `locator.click` runs in the page, which is throttled. */
async function clickHere(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

interface SeenEvent {
  name: string
  duration: number
}

/** Collects the page's events as `seenEvents`, once the frame that follows them has been painted. */
function observeEvents(): void {
  const seenEvents: SeenEvent[] = []
  Object.assign(window, { seenEvents })
  const observer = new PerformanceObserver(list => {
    const events = list.getEntries() as PerformanceEventTiming[]
    seenEvents.push(...events.filter(event => event.interactionId).map(({ name, duration }) => ({ name, duration })))
  })
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  observer.observe({ type: 'first-input', buffered: true })
}

/** Chromium reports no event that took less than 16 ms, except the first one. */
async function readLongestEvent(page: Page): Promise<number | undefined> {
  const hasEnded = "seenEvents.some(({ name }) => name === 'click' || name === 'keydown')"
  await page.waitForFunction(hasEnded, undefined, { timeout: 3000 }).catch(() => undefined)
  const events = await page.evaluate<SeenEvent[]>('seenEvents')
  return events.length === 0 ? undefined : Math.max(16, ...events.map(({ duration }) => duration))
}
