import { and, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { accounts, type OrderRow, orders } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import {
  buildKeysetPage,
  countRows,
  type Page,
  type SortOrder,
  sortAscending,
  sortDescending,
} from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'

export type Order = OrderRow & { buyerEmail: string }

const newest = sortDescending(sql`${orders.id}`)

const sorts = {
  newest,
  oldest: sortAscending(sql`${orders.id}`),
  userName: sortAscending(sql`lower(${orders.buyerName})`),
  '-userName': sortDescending(sql`lower(${orders.buyerName})`),
  toolName: sortAscending(sql`lower(${orders.toolName})`),
  '-toolName': sortDescending(sql`lower(${orders.toolName})`),
} as const satisfies Record<string, SortOrder>

/** In the words of the partial indexes: as parameters, the states would not select them. */
export const isUnpaid = sql`${orders.state} in ('placed', 'cancelling')`

const states = {
  unpaid: isUnpaid,
  paid: eq(orders.state, 'paid'),
  shipped: eq(orders.state, 'shipped'),
} as const

export interface OrderSearch {
  q?: string | undefined
  state?: keyof typeof states | undefined
}

export function listOrders(shop: Shop, owner: Account, page: Page): Promise<Order[]> {
  return selectOrders(shop, matchVisibleOrders(owner), newest, page)
}

export async function listAllOrders(
  shop: Shop,
  { q, state, sort = 'newest', ...page }: OrderSearch & Page & { sort?: keyof typeof sorts | undefined },
): Promise<Order[]> {
  return selectOrders(shop, await resolveSearch(shop, { q, state }), sorts[sort], page)
}

export async function countAllOrders(shop: Shop, search: OrderSearch): Promise<number> {
  return countRows(shop.db, orders, await resolveSearch(shop, search), search.q)
}

/** Any account's order when `owner` is undefined. Refuses `order_not_found`. */
export async function getOrder(shop: Shop, owner: Account | undefined, id: string): Promise<Order> {
  const [order] = await selectOrders(shop, and(matchVisibleOrders(owner), eq(orders.id, id)), newest, { limit: 1 })
  return order ?? refuse('order_not_found')
}

export const matchVisibleOrders = (owner: Account | undefined) =>
  and(owner ? eq(orders.accountId, owner.id) : undefined, ne(orders.state, 'cancelled'))

const buyerEmail = sql<string>`select ${accounts}.email from ${accounts} where ${accounts}.id = account_id`

async function selectOrders(shop: Shop, where: SQL | undefined, sortOrder: SortOrder, page: Page): Promise<Order[]> {
  const { where: isOnPage, orderBy, toListOrder } = buildKeysetPage(orders, sortOrder, page)
  const rows = shop.db
    .select({ ...getTableColumns(orders), buyerEmail: sql<string>`(${buyerEmail})` })
    .from(orders)
    .where(and(where, isOnPage))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(await rows)
}

async function resolveSearch(shop: Shop, { q, state }: OrderSearch): Promise<SQL | undefined> {
  const matchesOrder = q ? containsText(q, orders.toolName, orders.buyerName) : undefined
  return and(
    matchVisibleOrders(undefined),
    state && states[state],
    q ? or(matchesOrder, await resolveBuyerFilter(shop, q)) : undefined,
  )
}

/** Up to this many buyers, the index on account_id finds their orders faster than a scan of all orders. */
const maxBuyers = 1_000

async function resolveBuyerFilter(shop: Shop, q: string): Promise<SQL> {
  const buyers = await shop.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(containsText(q, accounts.email))
    .limit(maxBuyers + 1)
  if (buyers.length > maxBuyers) return containsText(q, sql`(${buyerEmail})`)
  return sql`${orders.accountId} = any(${sql.param(buyers.map(({ id }) => id))}::uuid[])`
}
