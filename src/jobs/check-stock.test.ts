import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { openShop } from '#test/open-shop.ts'
import { checkStock } from './check-stock.ts'

test('once a day, a stock that something else has changed is logged and counted', async t => {
  const shop = await openShop()
  t.after(() => shop.app.close())
  const tool = await shop.addTool()
  const logged: unknown[] = []
  const check = () => checkStock(shop.app.shop, (level, event, fields) => logged.push({ level, event, fields }))
  const makeDue = () => shop.app.shop.db.execute(sql`update jobs set due_at = now() where name = 'check stock'`)
  await makeDue()
  await check()
  assert.deepEqual(logged, [])
  await makeDue()
  await shop.app.shop.db.execute(sql`update tools set available = 99 where id = ${tool._id}`)
  await check()
  await check()
  const { sku } = await shop.getTool('Adze').catch(() => assert.fail())
  const event = 'stock is not the sum of its movements'
  assert.deepEqual(logged, [{ level: 'error', event, fields: { id: tool._id, sku, available: 99, expected: 100 } }])
  assert.match(await shop.app.metrics.toText(), /^shop_stock_differences_total 1$/m)
  await shop.app.shop.db.execute(sql`update tools set available = 100 where id = ${tool._id}`)
})
