import { and, eq, getTableColumns, type InferSelectModel, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { countedTo } from '#contract/rules.ts'
import { accounts, orders } from '#db/tables.ts'
import type { Account } from './accounts.ts'
import { falling, type Order as ListOrder, one, type Page, pageOf, rising } from './keyset.ts'
import type { Shop } from './shop.ts'
import { has } from './words.ts'

export type Order = InferSelectModel<typeof orders> & { buyerEmail: string }

const newest = falling(sql`${orders.id}`)

const sorts = {
  newest,
  oldest: rising(sql`${orders.id}`),
  userName: rising(sql`lower(${orders.buyerName})`),
  '-userName': falling(sql`lower(${orders.buyerName})`),
  toolName: rising(sql`lower(${orders.toolName})`),
  '-toolName': falling(sql`lower(${orders.toolName})`),
} as const satisfies Record<string, ListOrder>

const states = {
  unpaid: inArray(orders.state, ['placed', 'cancelling']),
  paid: eq(orders.state, 'paid'),
  shipped: eq(orders.state, 'shipped'),
} as const

export interface OrderSearch {
  /** A part of the tool's name, or of the buyer's name or email. */
  q?: string | undefined
  state?: keyof typeof states | undefined
}

/** One account's orders: newest first, without the cancelled ones. */
export function listOrders(shop: Shop, owner: Account, page: Page): Promise<Order[]> {
  return select(shop, listed(owner), newest, page)
}

/** Everybody's orders, without the cancelled ones: newest first, unless sorted otherwise. */
export async function listAllOrders(
  shop: Shop,
  { q, state, sort = 'newest', ...page }: OrderSearch & Page & { sort?: keyof typeof sorts | undefined },
): Promise<Order[]> {
  return select(shop, await found(shop, { q, state }), sorts[sort], page)
}

/** How many orders the search finds; one more than `countedTo` for any number above. */
export async function countAllOrders(shop: Shop, search: OrderSearch): Promise<number> {
  const some = shop.db
    .select(one)
    .from(orders)
    .where(await found(shop, search))
    .limit(countedTo(search.q) + 1)
  return shop.db.$count(some.as('some_orders'))
}

/** An order of the owner's or, without one, of anybody's. */
export async function getOrder(shop: Shop, owner: Account | undefined, id: string): Promise<Order> {
  const [order] = await select(shop, and(listed(owner), eq(orders.id, id)), newest, { limit: 1 })
  return order ?? refuse('order_not_found')
}

/** The orders that lists show: the owner's or, without one, everybody's. */
export const listed = (owner: Account | undefined) =>
  and(owner ? eq(orders.accountId, owner.id) : undefined, ne(orders.state, 'cancelled'))

const buyerEmail = sql<string>`select ${accounts}.email from ${accounts} where ${accounts}.id = account_id`

async function select(shop: Shop, where: SQL | undefined, order: ListOrder, page: Page): Promise<Order[]> {
  const { where: here, orderBy, inOrder } = pageOf(orders, order, page)
  const rows = shop.db
    .select({ ...getTableColumns(orders), buyerEmail: sql<string>`(${buyerEmail})` })
    .from(orders)
    .where(and(where, here))
    .orderBy(orderBy)
    .limit(page.limit)
  return inOrder(await rows)
}

async function found(shop: Shop, { q, state }: OrderSearch): Promise<SQL | undefined> {
  const inOrder = q ? has(q, orders.toolName, orders.buyerName) : undefined
  return and(listed(undefined), state && states[state], q ? or(inOrder, await byEmail(shop, q)) : undefined)
}

/** How many buyers are looked up before their orders, so that an index finds those. */
const mostBuyers = 1_000

/** Whether the order's buyer has the text in the email; orders of more buyers are so many that they are soon met. */
async function byEmail(shop: Shop, q: string): Promise<SQL> {
  const buyers = await shop.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(has(q, accounts.email))
    .limit(mostBuyers + 1)
  if (buyers.length > mostBuyers) return has(q, sql`(${buyerEmail})`)
  return sql`${orders.accountId} = any(${sql.param(buyers.map(({ id }) => id))}::uuid[])`
}
