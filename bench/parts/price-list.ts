import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Part } from '#bench/bench.ts'
import { secret, startShop } from '#bench/children.ts'
import { query } from '#bench/database.ts'
import { fillShop } from '#bench/fill.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, formatNumber, type Row } from '#bench/table.ts'
import type { ImportState } from '#contract/states/import-steps.ts'
import { openPostgres } from '#db/postgres.ts'
import { findChromium } from '#test/browser.ts'
import { createTokenClient } from '#test/chaos/load-client.ts'
import { createCompany } from '#test/companies.ts'
import { openShop, type TestAccount } from '#test/open-shop.ts'

interface PricedTool {
  id: string
  sku: string
  cents: number
  minimum: number
}

/** A price list of 100,000 rows brought in by one import, while a member orders one of its tools and the shop is asked for its health. */
export const measurePriceList: Part = async ({ pace, createDatabase }) => {
  const size = pace.rounds === 1 ? 1_000 : 100_000
  const url = await createDatabase()
  const pool = new pg.Pool({ connectionString: url })
  await fillShop(drizzle(pool, { casing: 'snake_case' }), { tools: size, orders: 1_000, accounts: 100 })
  await pool.end()
  const shop = await openShop({ RATE_LIMITS: 'off', SECRET: secret }, { database: await openPostgres(url, () => {}) })
  const admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const { id, manager } = await createCompany(shop, admin)
  await shop.app.close()
  const server = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off' })
  const remoteAdmin = { ...admin, client: createTokenClient(server.origin, admin.token) }
  const remoteMember = { ...manager, client: createTokenClient(server.origin, manager.token) }
  const { rows: tools } = await query<PricedTool>(
    url,
    `select id, sku, price_cents as cents, minimum from tools
    where deleted_at is null and price_cents >= 100 order by available desc limit $1`,
    [size],
  )
  const people = { admin: remoteAdmin, member: remoteMember, companyId: id }
  const imported = await measureListImport(server.origin, people, tools)
  const waits = await measurePaint(server.origin, manager.token, pace.runs)
  return [
    ...imported,
    createLimitRow('from the first paint of /shop to the member’s own prices', computeMedian(waits), 'ms', 150),
  ]
}

/** Milliseconds until no card waits for its own price, each in a browser that has seen the shop before. */
async function measurePaint(origin: string, token: string, runs: number): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1350, height: 940 } })
  await page.goto(origin)
  await page.evaluate(token => localStorage.setItem('accessToken', token), token)
  await page.addInitScript(() => {
    const painted = new Promise(resolve => {
      const look = () => {
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        const isShown = paint && document.querySelector('main li .member-only:not(.invisible)')
        if (isShown) setTimeout(() => resolve(performance.now() - paint.startTime))
        else requestAnimationFrame(look)
      }
      look()
    })
    Object.assign(window, { painted })
  })
  const waits: number[] = []
  for (let run = 0; run <= runs; run++) {
    await page.goto(`${origin}/shop`, { waitUntil: 'networkidle' })
    waits.push(await page.evaluate<number>('painted'))
  }
  await browser.close()
  // Without the first, which loads all scripts.
  return waits.slice(1)
}

interface People {
  admin: TestAccount
  member: TestAccount
  companyId: string
}

async function measureListImport(origin: string, people: People, tools: readonly PricedTool[]): Promise<Row[]> {
  const { client } = people.admin
  const { insertedId: listId } = await client.addPriceList({ body: { name: 'Trade A' } })
  await client.setPriceListOf({ params: { id: people.companyId }, body: { priceListId: listId } })
  const [ordered] = tools
  if (!ordered) throw new Error('no tool')
  const health = watchHealth(origin)
  const orders = startOrdering(people.member, ordered)
  const seconds: number[] = []
  const time = async <Result>(step: Promise<Result>) => {
    const start = performance.now()
    const result = await step
    seconds.push((performance.now() - start) / 1000)
    return result
  }
  const reach = async (id: string, state: ImportState) => {
    while ((await client.getImport({ params: { id } })).state !== state) await pause(50)
  }
  for (const off of [0.02, 0.05]) {
    const id = crypto.randomUUID()
    const upload = client.addImport({ params: { id }, form: { file: buildFile(tools, off), listId } })
    await time(upload.then(() => reach(id, 'checked')))
    const { counts, version } = await client.getImport({ params: { id } })
    if (counts.new + counts.changed !== tools.length) throw new Error(`rows at fault: ${JSON.stringify(counts)}`)
    await time(client.applyImport({ params: { id }, body: { version } }).then(() => reach(id, 'applied')))
  }
  const { paid, failed } = await orders.stop()
  const longestMs = await health.stop()
  const expected = [0, 0.02, 0.05].map(off => reduce(ordered.cents, off))
  const other = paid.filter(cents => !expected.includes(cents))
  if (other.length > 0 || paid.at(-1) !== expected.at(-1))
    throw new Error(`orders paid ${other} and last ${paid.at(-1)}`)
  const rows = `${formatNumber(tools.length)} rows of a price list`
  const [checked = 0, applied = 0, checkedAgain = 0, appliedAgain = 0] = seconds
  return [
    {
      what: `${rows} uploaded and checked, new ones and changed ones`,
      figure: `${formatNumber(checked)} and ${formatNumber(checkedAgain)} s`,
    },
    createLimitRow(`${rows} applied, new ones`, applied, 's', 60),
    createLimitRow(`${rows} applied, changed ones`, appliedAgain, 's', 60),
    createLimitRow('the longest answer of /healthz meanwhile', longestMs, 'ms', 200),
    {
      what: `orders of one of the tools meanwhile, each at the old or the new price; ${failed} were refused since the price had risen`,
      figure: formatNumber(paid.length),
    },
  ]
}

const reduce = (cents: number, off: number) => Math.round(cents * (1 - off))

function buildFile(tools: readonly PricedTool[], off: number): File {
  const lines = tools.map(({ sku, cents }) => `${sku},2026-01-01,${(reduce(cents, off) / 100).toFixed(2)}`)
  return new File([['SKU,Valid from,Price', ...lines].join('\n')], 'prices.csv', { type: 'text/csv' })
}

/** Each order names the price that was read right before it. */
function startOrdering({ client }: TestAccount, tool: PricedTool) {
  const paid: number[] = []
  let [isRunning, failed] = [true, 0]
  const order = async () => {
    const [own] = await client.getPrices({ body: { ids: [tool.id] } })
    const line = { toolId: tool.id, quantity: tool.minimum, price: own?.price ?? tool.cents / 100 }
    const { orderId } = await client.checkOut({ body: { lines: [line], phone: '', address: '' } })
    const { price } = await client.getOrder({ params: { orderId } })
    paid.push(Math.round((price ?? 0) * 100))
    await client.cancelOrder({ params: { id: orderId } })
  }
  const ordering = (async () => {
    while (isRunning)
      await order().catch(() => {
        failed += 1
      })
    await order()
  })()
  return {
    async stop() {
      isRunning = false
      await ordering
      return { paid, failed }
    },
  }
}

function watchHealth(origin: string) {
  let [isRunning, longestMs] = [true, 0]
  const watching = (async () => {
    while (isRunning) {
      const start = performance.now()
      await (await fetch(`${origin}/healthz`)).arrayBuffer()
      longestMs = Math.max(longestMs, performance.now() - start)
      await pause(20)
    }
  })()
  return {
    async stop() {
      isRunning = false
      await watching
      return longestMs
    },
  }
}
