import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { balanceStock } from './balance-stock.ts'
import { openShop, type TestAccount, type TestShop } from './open-shop.ts'

export interface Row {
  _id: string
}

export interface PageRequest {
  limit: number
  cursor?: string
  before?: string
}

export type LoadPage<R extends Row> = (page: PageRequest) => Promise<R[]>

/** The whole list, read page by page. */
export async function listForwards<R extends Row>(list: LoadPage<R>, limit: number): Promise<R[]> {
  const rows: R[] = []
  let page: R[] = []
  do {
    page = await list({ limit, ...(rows.length > 0 && { cursor: rows.at(-1)?._id ?? '' }) })
    assert.ok(page.length <= limit)
    rows.push(...page)
  } while (page.length > 0)
  return rows
}

/** The rows up to `from`, read backwards page by page. */
export async function listBackwards<R extends Row>(list: LoadPage<R>, limit: number, from: R): Promise<R[]> {
  const rows = [from]
  let page: R[] = []
  do {
    page = await list({ limit, before: rows[0]?._id ?? '' })
    assert.ok(page.length <= limit)
    rows.unshift(...page)
  } while (page.length > 0)
  return rows
}

export const listIds = (rows: readonly Row[]) => rows.map(row => row._id)

/** Asserts that the list has these rows in this order, whole as by pages in either direction. */
export async function assertPages<R extends Row>(
  list: LoadPage<R>,
  expected: readonly R[],
  name: string,
): Promise<void> {
  const message = `${name}, ${expected.length} rows`
  assert.deepEqual(listIds(await list({ limit: 500 })), listIds(expected), message)
  const last = expected.at(-1)
  if (!last) return
  const limit = Math.ceil(expected.length / 4)
  assert.deepEqual(listIds(await listForwards(list, limit)), listIds(expected), `${message}, by ${limit}`)
  assert.deepEqual(listIds(await listBackwards(list, limit, last)), listIds(expected), `${message}, back by ${limit}`)
}

/** Sorted by key, then by id; reversed when `descending`. */
export function sortRows<R extends Row>(
  rows: readonly R[],
  key: (row: R) => string | number,
  descending: boolean,
): R[] {
  const order = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b))
  const ascending = rows.toSorted((a, b) => order(key(a), key(b)) || order(a._id, b._id))
  return descending ? ascending.toReversed() : ascending
}

/** A lone wildcard has no letter and matches nothing. */
export const containsPart = (part: string | undefined, ...texts: string[]) =>
  part === undefined || (part.length > 1 && texts.some(text => text.toLowerCase().includes(part.toLowerCase())))

/** A function that returns the next two of the values, so that each meets many of the other conditions, but not all. */
export function takeTurns<Value>(values: readonly Value[]): () => Value[] {
  let index = 0
  return () => {
    index += 2
    return [values[(index - 2) % values.length], values[(index - 1) % values.length]].filter(
      value => value !== undefined,
    )
  }
}

export const specialParts = ['50%', '50_', '50\\', '%', '_', '\\']

/** A shop whose lists have rows with equal sort keys, and texts with characters that searches treat specially. */
export async function openShopWithLists(): Promise<{ shop: TestShop; admin: TestAccount }> {
  const shop = await openShop()
  const admin = await shop.logInAsAdmin()
  const { db } = shop.app.shop
  await db.execute(sql`
    insert into accounts (email, name, email_verified, role)
    select email, name, true, case n % 4 when 0 then 'admin' else 'customer' end
    from (select n, case n
        when 1 then '50%@example.com' when 2 then '50_@example.com' when 3 then '50\\@example.com'
        when 4 then '50x@example.com' else (array['ann', 'bob', 'cid'])[n % 3 + 1] || n || '@example.com' end as email,
      (array['Anna Smith', 'anna smith', 'BOB', 'Zoë'])[n % 4 + 1] as name
      from generate_series(1, 25) n) as people`)
  await db.execute(sql`
    insert into tools (name, image, price_cents, minimum, available, description)
    select case n when 1 then '50% off' when 2 then '50_ off' when 3 then '50\\ off' when 4 then '50x off'
        else (array['Adze', 'Bodkin', 'Chisel'])[n % 3 + 1] end,
      '/images/claw-hammer-800.webp', (n % 4 + 1) * 1000, 10, (n % 3) * 8, 'Forged by hand.'
    from generate_series(1, 20) n`)
  await db.execute(sql`
    insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address,
      state, expires_at, confirmed_at, transaction_id, paid_at, fulfilment, shipped_at)
    select (select id from accounts order by email offset n % 9 limit 1), name, 1, name, 1000, (array['Rita', 'rita', 'Moss', 'abe'])[n % 4 + 1], '', '',
      case when step in ('paid', 'shipped') then 'confirmed' else step end, now() + interval '7 days',
      case when step in ('paid', 'shipped') then now() end, case when step in ('paid', 'shipped') then 'pi_' || n end,
      case when step in ('paid', 'shipped') then now() end,
      case when step = 'shipped' then 'shipped' else 'open' end, case when step = 'shipped' then now() end
    from (select n, (array['placed', 'placed', 'paid', 'shipped', 'cancelled'])[n % 5 + 1] as step,
        case n when 1 then '50% off' when 2 then '50_ off' when 3 then '50\\ off' when 4 then '50x off'
          else (array['adze', 'Adze', 'Bodkin'])[n % 3 + 1] end as name
      from generate_series(1, 40) n) as sold`)
  await db.execute(sql`
    insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
    select id, (select id from tools limit 1), 1, 'SKU', title, 1, 1000 from orders`)
  await balanceStock(db)
  await db.execute(sql`
    insert into admin_actions (actor_id, actor_email, action, target_kind, target_id, target, before, after)
    select case when n % 4 > 0 then new_id() end, (array['ann@example.com', 'bob@example.com', 'cid@example.com'])[n % 4],
      (array['promote', 'demote', 'deliver', 'update_tool'])[n % 4 + 1],
      (array['account', 'account', 'order', 'tool'])[n % 4 + 1],
      case when n % 4 = 2 then (select id from orders order by id offset n limit 1) else new_id() end,
      case n when 1 then '50% off' when 2 then '50_ off' when 3 then '50\\ off' when 4 then '50x off' else 'Adze' end,
      '{}', '{}'
    from generate_series(1, 30) n`)
  return { shop, admin }
}
