import { and, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { accounts, type OrderLine, type OrderRow, orderLines, orders } from '#db/tables.ts'
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

export type Order = OrderRow & {
  buyerEmail: string
  /** In a list only the first ones: `lineCount` tells how many there are. */
  lines: OrderLine[]
}

const maxListedLines = 10

const newest = sortDescending(sql`${orders.id}`)

const sorts = {
  newest,
  oldest: sortAscending(sql`${orders.id}`),
  userName: sortAscending(sql`lower(${orders.buyerName})`),
  '-userName': sortDescending(sql`lower(${orders.buyerName})`),
  toolName: sortAscending(sql`lower(${orders.title})`),
  '-toolName': sortDescending(sql`lower(${orders.title})`),
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
  if (!order) refuse('order_not_found')
  return order.lineCount > maxListedLines ? { ...order, lines: await listLines(shop, id) } : order
}

/** With cancelled ones and all lines, oldest first. */
export async function listOrdersOfAccount(shop: Shop, { id, email }: Account): Promise<Order[]> {
  const rows = await shop.db.select().from(orders).where(eq(orders.accountId, id)).orderBy(orders.id)
  const lines = await shop.db
    .select(getTableColumns(orderLines))
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.accountId, id))
    .orderBy(orderLines.orderId, orderLines.position)
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return rows.map(order => ({ ...order, buyerEmail: email, lines: linesByOrder.get(order.id) ?? [] }))
}

export function listLines(shop: Pick<Shop, 'db'>, orderId: string): Promise<OrderLine[]> {
  const { orderId: _, position, ...line } = getTableColumns(orderLines)
  return shop.db.select(line).from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(position)
}

export const matchVisibleOrders = (owner: Account | undefined) =>
  and(owner ? eq(orders.accountId, owner.id) : undefined, ne(orders.state, 'cancelled'))

const firstLines = sql<OrderLine[]>`(
  select json_agg(json_build_object('toolId', tool_id, 'sku', sku, 'toolName', tool_name, 'quantity', quantity,
    'priceCents', price_cents) order by position)
  from (select * from ${orderLines} where order_id = ${orders.id} order by position limit ${sql.raw(`${maxListedLines}`)}) as line)`

const buyerEmail = sql<string>`select ${accounts}.email from ${accounts} where ${accounts}.id = account_id`

async function selectOrders(shop: Shop, where: SQL | undefined, sortOrder: SortOrder, page: Page): Promise<Order[]> {
  const { where: isOnPage, orderBy, toListOrder } = buildKeysetPage(orders, sortOrder, page)
  const rows = shop.db
    .select({ ...getTableColumns(orders), buyerEmail: sql<string>`(${buyerEmail})`, lines: firstLines })
    .from(orders)
    .where(and(where, isOnPage))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(await rows)
}

async function resolveSearch(shop: Shop, { q, state }: OrderSearch): Promise<SQL | undefined> {
  const matchesOrder = q ? containsText(q, orders.lineWords, orders.buyerName) : undefined
  return and(
    matchVisibleOrders(undefined),
    state && states[state],
    q ? or(matchesOrder, matchNumber(q), await resolveBuyerFilter(shop, q)) : undefined,
  )
}

const matchNumber = (q: string) => (/^\d{1,15}$/.test(q) ? eq(orders.number, Number(q)) : undefined)

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
