import { type SQL, sql } from 'drizzle-orm'
import type { Client } from '#contract/client.ts'
import type { Db } from '#db/database.ts'

/** The admin of the demo shop has the first account, and the most orders. */
export interface Callers {
  visitor: Client
  admin: Client
}

export interface ListCall {
  name: string
  make: (callers: Callers) => Promise<unknown>
}

const limit = 51

/** Every call that reads a long list: first, middle and last page of each sort order, searches, filters and counts. */
export async function listCalls(db: Db): Promise<ListCall[]> {
  return [
    ...(await listToolCalls(db)),
    ...(await listOrderCalls(db)),
    ...(await listAccountCalls(db)),
    ...(await listOwnOrderCalls(db)),
    { name: 'reviews', make: ({ visitor }) => visitor.listReviews({ query: { limit } }) },
  ]
}

const toolFilters = {
  'price from 500 to 520': { minPrice: 500, maxPrice: 520 },
  'price up to 300': { maxPrice: 300 },
  'in stock': { orderable: 'true' },
  'to restock': { orderable: 'false' },
  'in stock, price up to 50': { orderable: 'true', maxPrice: 50 },
  '“saw”': { q: 'saw' },
  '“bench grinder”': { q: 'bench grinder' },
  '“grinder”, in stock, price up to 50': { q: 'grinder', orderable: 'true', maxPrice: 50 },
  '“m77”': { q: 'm77' },
  '“771”': { q: '771' },
  '“broadbeam longgrain saw”': { q: 'broadbeam longgrain saw' },
  '“sa”': { q: 'sa' },
  '“screwdrivr”': { q: 'screwdrivr' },
  '“zeppelin”': { q: 'zeppelin' },
} as const

const facetFilters = {
  'of all categories': {},
  'of a category': { category: 'power-saws' },
  'of a category and a brand': { category: 'power-tools', brand: 'norvane' },
  'of a category, with two specifications': { category: 'power-saws', spec: 'power-source:battery,power:500..900' },
  'of a brand, to restock': { brand: 'norvane', orderable: 'false' },
  '“saw” of a category': { category: 'power-saws', q: 'saw' },
} as const

async function listToolCalls(db: Db): Promise<ListCall[]> {
  const cursors = await listCursors(db, sql`tools where deleted_at is null`, {
    newest: sql`id desc`,
    oldest: sql`id`,
    price: sql`price_cents, id`,
    '-price': sql`price_cents desc, id desc`,
    name: sql`fold(name) collate "C", id`,
    '-name': sql`fold(name) collate "C" desc, id desc`,
    available: sql`available, id`,
    '-available': sql`available desc, id desc`,
  })
  const sorts = ['newest', 'price', '-price', 'name', 'available'] as const
  return [
    ...cursors.map(({ name, sort, ...cursor }) => ({
      name: `tools, ${name}`,
      make: ({ visitor }: Callers) => visitor.listTools({ query: { sort, limit, ...cursor } }),
    })),
    ...Object.entries(toolFilters).flatMap(([name, filter]) => [
      {
        name: `tools, ${name}`,
        make: ({ visitor }: Callers) => visitor.listTools({ query: { ...filter, limit } }),
      },
      ...sorts.map(sort => ({
        name: `tools, ${name}, by ${sort}`,
        make: ({ visitor }: Callers) => visitor.listTools({ query: { ...filter, sort, limit } }),
      })),
      { name: `tools, ${name}, count`, make: ({ visitor }: Callers) => visitor.countTools({ query: filter }) },
    ]),
    { name: 'tools, count', make: ({ visitor }) => visitor.countTools({}) },
    ...Object.entries(facetFilters).flatMap(([name, filter]) => [
      { name: `tools, ${name}`, make: ({ visitor }: Callers) => visitor.listTools({ query: { ...filter, limit } }) },
      { name: `tools, ${name}, count`, make: ({ visitor }: Callers) => visitor.countTools({ query: filter }) },
      {
        name: `tools, ${name}, further filters`,
        make: ({ visitor }: Callers) => visitor.countToolFacets({ query: filter }),
      },
    ]),
  ]
}

const orderFilters = {
  unpaid: { state: 'unpaid' },
  'to ship': { state: 'toShip' },
  shipped: { state: 'shipped' },
  '“saw”': { q: 'saw' },
  '“ada anders”': { q: 'ada anders' },
  '“m77”': { q: 'm77' },
  '“bruno.ito”, unpaid': { q: 'bruno.ito', state: 'unpaid' },
  '“example.com”': { q: 'example.com' },
  '“sa”': { q: 'sa' },
  '“qx”': { q: 'qx' },
  '“zeppelin”': { q: 'zeppelin' },
} as const

async function listOrderCalls(db: Db): Promise<ListCall[]> {
  const cursors = await listCursors(db, sql`orders where state <> 'cancelled'`, {
    newest: sql`id desc`,
    oldest: sql`id`,
    userName: sql`fold(buyer_name) collate "C", id`,
    '-userName': sql`fold(buyer_name) collate "C" desc, id desc`,
    toolName: sql`fold(title) collate "C", id`,
    '-toolName': sql`fold(title) collate "C" desc, id desc`,
  })
  const sorts = ['newest', 'userName', 'toolName'] as const
  return [
    ...cursors.map(({ name, sort, ...cursor }) => ({
      name: `orders, ${name}`,
      make: ({ admin }: Callers) => admin.listAllOrders({ query: { sort, limit, ...cursor } }),
    })),
    ...Object.entries(orderFilters).flatMap(([name, filter]) => [
      ...sorts.map(sort => ({
        name: `orders, ${name}, by ${sort}`,
        make: ({ admin }: Callers) => admin.listAllOrders({ query: { ...filter, sort, limit } }),
      })),
      { name: `orders, ${name}, count`, make: ({ admin }: Callers) => admin.countAllOrders({ query: filter }) },
    ]),
    { name: 'orders, count', make: ({ admin }) => admin.countAllOrders({}) },
  ]
}

const accountFilters = {
  admins: { role: 'admin' },
  customers: { role: 'customer' },
  '“ada”': { q: 'ada' },
  '“ito77”': { q: 'ito77' },
  '“example.com”, admins': { q: 'example.com', role: 'admin' },
  '“ad”': { q: 'ad' },
  '“zeppelin”': { q: 'zeppelin' },
} as const

async function listAccountCalls(db: Db): Promise<ListCall[]> {
  const cursors = await listCursors(db, sql`accounts where true`, {
    newest: sql`id desc`,
    oldest: sql`id`,
    email: sql`email`,
    '-email': sql`email desc`,
  })
  const sorts = ['newest', 'email'] as const
  return [
    ...cursors.map(({ name, sort, ...cursor }) => ({
      name: `users, ${name}`,
      make: ({ admin }: Callers) => admin.listAccounts({ query: { sort, limit, ...cursor } }),
    })),
    ...Object.entries(accountFilters).flatMap(([name, filter]) => [
      ...sorts.map(sort => ({
        name: `users, ${name}, by ${sort}`,
        make: ({ admin }: Callers) => admin.listAccounts({ query: { ...filter, sort, limit } }),
      })),
      { name: `users, ${name}, count`, make: ({ admin }: Callers) => admin.countAccounts({ query: filter }) },
    ]),
    { name: 'users, count', make: ({ admin }) => admin.countAccounts({}) },
  ]
}

async function listOwnOrderCalls(db: Db): Promise<ListCall[]> {
  const own = sql`orders where account_id = (select id from accounts order by id limit 1) and state <> 'cancelled'`
  const cursors = await listCursors(db, own, { newest: sql`id desc` })
  return cursors
    .filter(({ before }) => before === undefined)
    .map(({ name, sort: _, cursor }) => ({
      name: `my orders, ${name}`,
      make: ({ admin }) => admin.listOrders({ query: { limit, ...(cursor && { cursor }) } }),
    }))
}

/** The cursors of each sort order's first, middle and last page, and of the page before its middle. */
async function listCursors<Sort extends string>(db: Db, rows: SQL, sorts: Record<Sort, SQL>) {
  const cursors: { name: string; sort: Sort; cursor?: string; before?: string }[] = []
  for (const sort in sorts) {
    const { rows: found } = await db.execute<{ id: string }>(sql`
      select id from (
        select id, row_number() over (order by ${sorts[sort]}) as number, count(*) over () as count from ${rows}
      ) as numbered where number in (greatest(1, count / 2), greatest(1, count - ${limit - 1})) order by number`)
    const middle = found[0]?.id ?? ''
    const last = found[1]?.id ?? middle
    cursors.push(
      { name: `${sort}, first page`, sort },
      { name: `${sort}, middle page`, sort, cursor: middle },
      { name: `${sort}, page before the middle`, sort, before: middle },
      { name: `${sort}, last page`, sort, cursor: last },
    )
  }
  return cursors
}
