import { and, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { accounts, type OrderLine, type OrderRow, orderLines, orders, refunds } from '#db/tables.ts'
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

export type OrderDetails = Order & {
  /** When a payment that came too late was sent back. */
  refundedAt: Date | null
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

export interface OwnOrderSearch extends OrderSearch {
  /** The whole of it, regardless of case. */
  poNumber?: string | undefined
}

export function listOrders(
  shop: Shop,
  owner: Account,
  { q, state, poNumber, sort = 'newest', ...page }: OwnOrderSearch & Page & { sort?: 'newest' | 'oldest' | undefined },
): Promise<Order[]> {
  return selectOrders(shop, buildOwnFilter(owner, { q, state, poNumber }), sorts[sort], page)
}

/** Counts all that a search finds, and sums what the owner has to pay. */
export async function countOrders(shop: Shop, owner: Account, search: OrderSearch) {
  const count = await countRows(shop.db, orders, buildOwnFilter(owner, search), search.q)
  const [debt] = await shop.db
    .select({
      unpaid: sql<number>`count(*)::int`,
      unpaidCents: sql<number>`coalesce(sum(total_cents), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(and(matchVisibleOrders(owner), eq(orders.state, 'placed')))
  return { count, unpaid: debt?.unpaid ?? 0, unpaidCents: debt?.unpaidCents ?? 0 }
}

function buildOwnFilter(owner: Account, { q, state, poNumber }: OwnOrderSearch): SQL | undefined {
  return and(
    matchVisibleOrders(owner),
    state && states[state],
    poNumber ? sql`po_number <> '' and lower(po_number) = ${poNumber.toLowerCase()}` : undefined,
    q ? or(containsText(q, orders.lineWords), matchNumber(q)) : undefined,
  )
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

/** Any account's order when `owner` is undefined, but no cancelled one. Refuses `order_not_found`. */
export async function getOrder(shop: Shop, owner: Account | undefined, id: string): Promise<Order> {
  const order = await getOrderIncludingCancelled(shop, owner, id)
  return order.state === 'cancelled' ? refuse('order_not_found') : order
}

/** Also a cancelled one. Refuses `order_not_found`. */
export async function getOrderIncludingCancelled(
  shop: Pick<Shop, 'db'>,
  owner: Account | undefined,
  id: string,
): Promise<OrderDetails> {
  const [order] = await shop.db
    .select({ ...getTableColumns(orders), buyerEmail: sql<string>`(${buyerEmail})`, refundedAt })
    .from(orders)
    .where(and(owner && eq(orders.accountId, owner.id), eq(orders.id, id)))
  return order ? { ...order, lines: await listLines(shop, id) } : refuse('order_not_found')
}

/** With cancelled ones and all lines, oldest first. */
export async function listOrdersOfAccount(shop: Shop, { id, email }: Account): Promise<OrderDetails[]> {
  const rows = await shop.db
    .select({ ...getTableColumns(orders), refundedAt })
    .from(orders)
    .where(eq(orders.accountId, id))
    .orderBy(orders.id)
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
    'priceCents', price_cents, 'reference', reference, 'taxPercent', tax_percent) order by position)
  from (select * from ${orderLines} where order_id = ${orders.id} order by position limit ${sql.raw(`${maxListedLines}`)}) as line)`

const refundedAt = sql<Date | null>`(select max(created_at) from ${refunds} where order_id = ${orders.id})`.mapWith(
  orders.paidAt,
)

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
