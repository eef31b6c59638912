import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Part } from '#bench/bench.ts'
import { fillShop } from '#bench/fill.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, formatNumber } from '#bench/table.ts'
import { openPostgres } from '#db/postgres.ts'
import { createCompany } from '#test/companies.ts'
import { openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { interpretList } from '#web/quick-order/interpret-list.ts'
import { readList } from '#web/quick-order/read-list.ts'
import { listCandidates, resolveRows, toKey } from '#web/quick-order/resolve-rows.ts'

/** A buyer of a company whose list has a row for each tool. */
async function createMember(shop: TestShop, admin: TestAccount) {
  const { id, manager } = await createCompany(shop, admin)
  const { insertedId: priceListId } = await admin.client.addPriceList({ body: { name: 'Trade A' } })
  await admin.client.setPriceListOf({ params: { id }, body: { priceListId } })
  const { db } = shop.app.shop
  await db.execute(sql`insert into list_rows (list_id, tool_id, valid_from, price_cents)
    select ${priceListId}, id, '2026-01-01', greatest(1, price_cents - 1) from tools`)
  await db.execute(sql`analyze list_rows`)
  return manager
}

/** Large orders, carts, lists of SKUs and filters, through the contract client, in a shop of 100,000 tools. */
export const measureBulk: Part = async ({ pace, createDatabase }) => {
  const url = await createDatabase()
  const shop = await openShop({ RATE_LIMITS: 'off' }, { database: await openPostgres(url, () => {}) })
  const pool = new pg.Pool({ connectionString: url })
  const size = pace.rounds === 1 ? 5_000 : 100_000
  await fillShop(drizzle(pool, { casing: 'snake_case' }), { tools: size, orders: 1_000, accounts: 100 })
  await pool.end()

  const { client } = await shop.createVerifiedBuyer()
  const tools = await client.listTools({ query: { orderable: 'true', limit: 500 } })
  const next = await client.listTools({ query: { orderable: 'true', limit: 500, cursor: tools.at(-1)?._id } })
  const toLines = (of: typeof tools) => of.map(({ _id, minimum, price }) => ({ toolId: _id, quantity: minimum, price }))
  // So many pieces and prices that 500 lines stay below what one order may come to.
  const cheap = tools.filter(({ price }) => price < 150)

  async function measure(call: () => Promise<unknown>): Promise<number> {
    const times: number[] = []
    for (let run = 0; run <= pace.runs; run++) {
      const start = performance.now()
      await call()
      times.push(performance.now() - start)
    }
    // Without the first, which prepares statements.
    return computeMedian(times.slice(1))
  }

  const lines = toLines([...cheap, ...next.filter(({ price }) => price < 150)]).slice(0, 500)
  const admin = await shop.logInAsAdmin()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const orderIds: string[] = []
  const placed = await measure(async () => {
    orderIds.push((await client.checkOut({ body: { lines, phone: '', address: '' } })).orderId)
  })
  let confirmedCount = 0
  const confirmed = await measure(() =>
    admin.client.holdOrder({ params: { id: orderIds[confirmedCount++] ?? '' }, body: { until } }),
  )
  const cancelled = await measure(() => client.cancelOrder({ params: { id: orderIds[--confirmedCount] ?? '' } }))
  await client.mergeCart({ body: { lines: toLines([...tools, ...next]) } })
  const [first] = lines
  let quantity = 10
  const cart = await measure(() =>
    client.setCartLine({
      params: { toolId: first?.toolId ?? '' },
      body: { quantity: ++quantity, price: first?.price ?? 1 },
    }),
  )
  const list = [...tools, ...next].map(({ sku }, row) => `${sku}\t${row + 10}`).join('\n')
  const pasted = await measure(async () => {
    const read = await readList(list)
    if ('problem' in read) throw new Error(read.problem)
    const skus = [...new Set(read.table.body.flatMap(listCandidates).map(toKey))]
    const found = []
    for (let from = 0; from < skus.length; from += 1_000)
      found.push(...(await client.findTools({ body: { skus: skus.slice(from, from + 1_000) } })))
    const known = new Map(found.map(tool => [toKey(tool.sku), tool]))
    const interpreted = interpretList(read.table, known)
    if ('question' in interpreted) throw new Error(interpreted.question.text)
    return resolveRows(interpreted.rows, known)
  })
  const query = { category: 'power-saws', brand: 'norvane' }
  const filtered = await measure(() =>
    Promise.all([
      client.listTools({ query: { ...query, limit: 24 } }),
      client.countTools({ query }),
      client.countToolFacets({ query }),
    ]),
  )
  const member = await createMember(shop, admin)
  const ids = [...tools, ...next].map(({ _id }) => _id)
  const prices = await measure(() => member.client.getPrices({ body: { ids } }))
  const memberPlaced = await measure(() => member.client.checkOut({ body: { lines, phone: '', address: '' } }))
  await shop.app.close()
  return [
    createLimitRow(`prices of a company for 1,000 tools, of a list of ${formatNumber(size)} rows`, prices, 'ms', 100),
    createLimitRow(`an order of ${lines.length} lines at these prices, placed`, memberPlaced, 'ms', 300),
    createLimitRow(`an order of ${lines.length} lines, placed`, placed, 'ms', 300),
    createLimitRow(`an order of ${lines.length} lines, confirmed`, confirmed, 'ms', 300),
    createLimitRow(`an order of ${lines.length} lines, cancelled when confirmed`, cancelled, 'ms', 300),
    createLimitRow('a changed quantity in a cart of 1,000 lines', cart, 'ms', 50),
    createLimitRow('1,000 pasted rows read, looked up and checked', pasted, 'ms', 300),
    createLimitRow(
      `the first page of a category and a brand with its counts, of ${formatNumber(size)} tools`,
      filtered,
      'ms',
      60,
    ),
  ]
}
