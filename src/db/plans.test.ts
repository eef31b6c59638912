import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { fillShop } from '#bench/fill.ts'
import { type Callers, type ListCall, listCalls } from '#bench/list-calls.ts'
import { createCompany } from '#test/companies.ts'
import { copyTemplateDatabase, environmentNames } from '#test/databases.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'
import { createLocalNotifications } from './notifications.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const size = 20_000
/** A page has 51 rows; a count stops at 10,000, or at 1,000 for each further filter. */
const getMaxRowsRead = (name: string) => (/(count|further filters|two specifications)$/.test(name) ? 16_000 : 4_000)
/** Most rows match frequent words, price ranges and stock: those searches need no index. */
const mustUseIndex = (name: string) =>
  !/in stock|price from/.test(name) && (!name.includes('“') || /zeppelin|qx/.test(name))

const server = process.env[environmentNames.postgres]

describe('on PostgreSQL', { skip: !server && 'needs PostgreSQL' }, () => {
  const queries: { query: string; params: unknown[] }[] = []
  let pool: pg.Pool
  let shop: TestShop
  let calls: ListCall[]
  let searches: ListCall[]
  let callers: Callers
  before(async () => {
    const connectionString = await copyTemplateDatabase(server ?? '')
    // PostgreSQL prefers to scan tables this small.
    pool = new pg.Pool({ connectionString, max: 4, options: '-c enable_seqscan=off' })
    const logger = { logQuery: (query: string, params: unknown[]) => queries.push({ query, params }) }
    const db = drizzle(pool, { casing: 'snake_case', logger })
    shop = await openShop(
      {},
      {
        database: {
          db,
          notifications: createLocalNotifications(),
          ping: async () => {},
          close: () => pool.end(),
        },
      },
    )
    await fillShop(db, { tools: size, orders: size, accounts: size })
    const admin = await shop.logInAsAdmin()
    callers = { visitor: shop.client, admin: admin.client }
    const all = await listCalls(db)
    calls = all.filter(({ name }) => mustUseIndex(name))
    searches = all.filter(({ name }) => name.includes('“'))
  })
  after(() => shop.app.close())

  for (const list of ['tools', 'orders', 'users', 'my orders'])
    test(`no page or count of ${list} scans or sorts a whole table`, async () => {
      const wrong: string[] = []
      for (const { name, make } of calls.filter(({ name }) => name.startsWith(`${list}, `))) {
        queries.length = 0
        await make(callers)
        for (const statement of queries.filter(({ query }) => /^(select|with) /.test(query)))
          for (const { type, table, read } of await explainParts(statement))
            if (read > getMaxRowsRead(name) || (type === 'Seq Scan' && large.test(table)))
              wrong.push(`${name}: ${type} ${table} of ${read} rows in ${statement.query}`)
      }
      assert.deepEqual(wrong, [])
    })

  test('members read the orders of their company past those of others, of a large and of a small one', async () => {
    const { db } = shop.app.shop
    const admin = await shop.logInAsAdmin()
    const wrong: string[] = []
    for (const every of [20, 4_000]) {
      const { id, manager } = await createCompany(shop, admin)
      await db.execute(sql`update orders set company_id = ${id} where number % ${every} = 0`)
      await db.execute(sql`analyze orders`)
      queries.length = 0
      const listed = await manager.client.listOrders({ query: { limit: 51 } })
      assert.ok(listed.length >= 4)
      await manager.client.countOrders({})
      await manager.client.listOrders({ query: { limit: 51, state: 'waiting' } })
      for (const statement of queries.filter(({ query }) => /^(select|with) /.test(query)))
        for (const { type, table, read } of await explainParts(statement))
          if (read > 4_000 || (type === 'Seq Scan' && large.test(table)))
            wrong.push(`one of ${every}: ${type} ${table} of ${read} rows in ${statement.query}`)
    }
    assert.deepEqual(wrong, [])
  })

  test('a member reads the prices of some tools past all other rows of a list', async () => {
    const { db } = shop.app.shop
    const admin = await shop.logInAsAdmin()
    const { id, manager } = await createCompany(shop, admin)
    const { insertedId: priceListId } = await admin.client.addPriceList({ body: { name: 'Trade A' } })
    await admin.client.setPriceListOf({ params: { id }, body: { priceListId } })
    await db.execute(sql`insert into list_rows (list_id, tool_id, valid_from, price_cents)
      select ${priceListId}, id, '2026-01-01', 1 from tools`)
    await db.execute(sql`analyze list_rows`)
    const ids = (await shop.client.listTools({ query: { limit: 60 } })).map(({ _id }) => _id)
    queries.length = 0
    assert.equal((await manager.client.getPrices({ body: { ids } })).length, 60)
    const [listed] = await admin.client.listListRows({ params: { id: priceListId }, query: { limit: 51 } })
    assert.ok(listed)
    const wrong: string[] = []
    for (const statement of queries.filter(({ query }) => /^\s*(select|with) /.test(query)))
      for (const { type, table, read } of await explainParts(statement))
        if (read > 4_000 || (type === 'Seq Scan' && (large.test(table) || table === 'list_rows')))
          wrong.push(`${type} ${table} of ${read} rows in ${statement.query}`)
    assert.deepEqual(wrong, [])
  })

  test('no search by words scans a whole table', async () => {
    const wrong: string[] = []
    assert.ok(searches.length > 5)
    for (const { name, make } of searches) {
      queries.length = 0
      await make(callers)
      for (const statement of queries.filter(({ query }) => /^(select|with) /.test(query)))
        for (const { type, table } of await explainParts(statement))
          if (type === 'Seq Scan' && (large.test(table) || /^tool_(search|words)$/.test(table)))
            wrong.push(`${name}: ${type} ${table} in ${statement.query}`)
    }
    assert.deepEqual(wrong, [])
  })

  test('visitors read the shown reviews past any number of others', async () => {
    const { db } = shop.app.shop
    await db.execute(sql`insert into reviews (account_id, name, email, city, rating, comment, img, hidden_at)
      select id, name, email, 'x', 5, 'x', '/images/avatars/r01.svg', now() from accounts limit 10000`)
    queries.length = 0
    assert.equal((await callers.visitor.listReviews({ query: { limit: 6 } })).length, 6)
    for (const statement of queries)
      for (const { read } of await explainParts(statement)) assert.ok(read <= 6, statement.query)
  })

  test('suggestions for a mistyped SKU read few tools', async () => {
    queries.length = 0
    const [suggestion] = await callers.visitor.suggestSkus({ body: { skus: ['QX-123456'] } })
    assert.ok(suggestion)
    for (const statement of queries.filter(({ query }) => query.startsWith('select')))
      for (const { type, table, read } of await explainParts(statement))
        assert.ok(type !== 'Seq Scan' && read <= 4_000, `${type} ${table} of ${read} rows`)
  })

  async function explainParts({ query, params }: { query: string; params: unknown[] }) {
    const { rows } = await pool.query(`explain (analyze, format json) ${query}`, params)
    return visit(rows[0]['QUERY PLAN'][0].Plan)
  }
})

const large = /^(tools|orders|accounts)$/

function visit(plan: Plan): { type: string; table: string; read: number }[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Actual Rows': found, 'Actual Loops': loops } = plan
  const rejected = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return [{ type, table, read: (found + rejected) * loops }, ...(plan.Plans ?? []).flatMap(visit)]
}
