import { and, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { companies } from '#db/tables/companies.ts'
import { type OrderHeader, type OrderLine, orderLines, orders } from '#db/tables/orders.ts'
import { disputes, refunds } from '#db/tables/payments.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Company } from '#shop/companies/companies.ts'
import {
  buildKeysetPage,
  buildSorts,
  countRows,
  type PagePosition,
  readPages,
  type SortOrder,
  sortByText,
} from '#shop/pagination.ts'
import { listLateRefunds, listRefunds, type Refund } from '#shop/refunds/refunds.ts'
import { listReturnsOfOrders, type Return } from '#shop/returns/returns.ts'
import { listShipments, type Shipment } from '#shop/shipments/shipments.ts'
import type { Shop } from '#shop/shop.ts'
import { buyerEmail, matchVisibleOrders, type OrderSearch, resolveOrderFilter } from './order-search.ts'
import { isPayable, isUnpaid } from './order-state.ts'
import { isInScope, matchReadableOf, type Scope } from './scope.ts'

type DisputeRow = typeof disputes.$inferSelect

export type Order = OrderHeader & {
  buyerEmail: string
  pieces: number
  /** Refunded or being refunded, in cents. */
  refundedCents: number
  disputed: boolean
  company: Pick<Company, 'number' | 'name'> | null
  /** Lists have the first ten lines only: `lineCount` is the total. */
  lines: OrderLine[]
}

export type OrderDetails = Order & {
  shipments: Shipment[]
  refunds: Refund[]
  lateRefunds: Refund[]
  disputes: DisputeRow[]
  returns: Return[]
  company: Company | null
}

const maxListedLines = 10

const sorts = buildSorts({ userName: sortByText(orders.buyerName), toolName: sortByText(orders.title) })

interface Sorted {
  sort?: keyof typeof sorts | undefined
}

export async function listOrders(
  shop: Shop,
  scope: Scope,
  { sort = 'newest', limit, cursor, before, ...search }: OrderSearch & PagePosition & Sorted,
): Promise<Order[]> {
  const filter = await resolveOrderFilter(shop, scope, search)
  return selectOrders(shop, filter, sorts[sort], { limit, cursor, before })
}

export async function countOrders(shop: Shop, scope: Scope, search: OrderSearch): Promise<number> {
  return countRows(shop.db, orders, await resolveOrderFilter(shop, scope, search), search.q)
}

export async function sumUnpaidOrders(shop: Shop, scope: Scope) {
  const [debt] = await shop.db
    .select({
      unpaid: sql<number>`count(*)::int`,
      unpaidCents: sql<number>`coalesce(sum(total_cents), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(and(matchVisibleOrders(scope), isUnpaid, isPayable))
  return { unpaid: debt?.unpaid ?? 0, unpaidCents: debt?.unpaidCents ?? 0 }
}

/** What an account has ordered, also for a company. */
export function listOrdersOfAccount(shop: Shop, accountId: string, limit: number): Promise<Order[]> {
  return selectOrders(shop, eq(orders.accountId, accountId), sorts.newest, { limit })
}

export function listOrdersOfCompany(shop: Shop, companyId: string, limit: number): Promise<Order[]> {
  return selectOrders(shop, eq(orders.companyId, companyId), sorts.newest, { limit })
}

/** Refuses `order_not_found`, also for a cancelled order. */
export async function getOrder(shop: Shop, scope: Scope, id: string): Promise<Order> {
  const order = await getOrderIncludingCancelled(shop, scope, id)
  return order.state === 'cancelled' ? refuse('order_not_found') : order
}

/** Refuses `order_not_found`. */
export async function getOrderIncludingCancelled(
  shop: Pick<Shop, 'db'>,
  scope: Scope,
  id: string,
): Promise<OrderDetails> {
  const [order] = await readDetails(shop.db, and(isInScope(scope), eq(orders.id, id)), 1)
  return order ?? refuse('order_not_found')
}

/** An order has up to 1,000 lines. */
const ordersPerPage = 5

/** What an account has ordered and may still read: not for a company that they have left. */
export const readOrdersOfAccount = (shop: Shop, account: Account): AsyncGenerator<OrderDetails> =>
  readPages<OrderDetails>(last =>
    readDetails(shop.db, and(matchReadableOf(account), last && gt(orders.id, last.id)), ordersPerPage),
  )

async function readDetails(db: Db, where: SQL | undefined, limit: number): Promise<OrderDetails[]> {
  const { company: _, ...derived } = derivedColumns
  const columns = { ...orderColumns, ...derived }
  const found = await db.select(columns).from(orders).where(where).orderBy(orders.id).limit(limit)
  const ids = found.map(({ id }) => id)
  const isInOrders = inArray(orderLines.orderId, ids)
  const lines = await db.select().from(orderLines).where(isInOrders).orderBy(orderLines.orderId, orderLines.position)
  const disputed = await db.select().from(disputes).where(inArray(disputes.orderId, ids)).orderBy(disputes.openedAt)
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const disputesByOrder = Map.groupBy(disputed, ({ orderId }) => orderId)
  const shipments = await listShipments(db, ids)
  const refunds = await listRefunds(db, ids)
  const lateRefunds = await listLateRefunds(db, ids)
  const returns = await listReturnsOfOrders(db, ids)
  const companiesById = await listCompaniesOf(db, found)
  return found.map(order => ({
    ...order,
    lines: linesByOrder.get(order.id) ?? [],
    disputes: disputesByOrder.get(order.id) ?? [],
    shipments: shipments.get(order.id) ?? [],
    refunds: refunds.get(order.id) ?? [],
    lateRefunds: lateRefunds.get(order.id) ?? [],
    returns: returns.get(order.id) ?? [],
    company: companiesById.get(order.companyId) ?? null,
  }))
}

async function listCompaniesOf(db: Db, found: readonly OrderHeader[]): Promise<ReadonlyMap<string | null, Company>> {
  const ids = found.flatMap(({ companyId }) => companyId ?? [])
  const rows = ids.length === 0 ? [] : await db.select().from(companies).where(inArray(companies.id, ids))
  return new Map(rows.map(company => [company.id, company]))
}

const { lineWords: _, receiverWords: __, ...columnsWithoutWords } = getTableColumns(orders)
const orderColumns = columnsWithoutWords

export function listLines(shop: Pick<Shop, 'db'>, orderId: string): Promise<OrderLine[]> {
  const { orderId: _, position, ...line } = getTableColumns(orderLines)
  return shop.db.select(line).from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(position)
}

export async function* readLinesOfOrders(
  shop: Pick<Shop, 'db'>,
  read: AsyncIterable<Order>,
): AsyncGenerator<{ order: Order; line: OrderLine }> {
  for await (const order of read) {
    const lines = order.lineCount > maxListedLines ? await listLines(shop, order.id) : order.lines
    for (const line of lines) yield { order, line }
  }
}

const firstLines = sql<OrderLine[]>`(
  select json_agg(json_build_object('toolId', tool_id, 'sku', sku, 'toolName', tool_name, 'quantity', quantity,
    'priceCents', price_cents, 'reference', reference, 'taxPercent', tax_percent) order by position)
  from (select * from ${orderLines} where order_id = ${orders.id} order by position limit ${sql.raw(`${maxListedLines}`)}) as line)`

const derivedColumns = {
  pieces: sql<number>`(select sum(quantity) from ${orderLines} where order_id = ${orders.id})`.mapWith(Number),
  buyerEmail: sql<string>`(${buyerEmail})`,
  refundedCents: sql<number>`coalesce((select sum(amount_cents) from ${refunds} as refund
    where order_id = orders.id and kind <> 'late_payment' and refund.state in ('pending', 'succeeded')), 0)`.mapWith(
    Number,
  ),
  disputed: sql<boolean>`exists (select from ${disputes} as dispute
    where order_id = orders.id and dispute.state in ('open', 'lost'))`,
  company: sql<Order['company']>`(select json_build_object('number', number, 'name', name)
    from ${companies} where companies.id = orders.company_id)`,
}

async function selectOrders(
  shop: Shop,
  where: SQL | undefined,
  sortOrder: SortOrder,
  page: PagePosition,
): Promise<Order[]> {
  const { where: isOnPage, orderBy, toListOrder } = buildKeysetPage(orders, sortOrder, page)
  const rows = shop.db
    .select({ ...orderColumns, ...derivedColumns, lines: firstLines })
    .from(orders)
    .where(and(where, isOnPage))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(await rows)
}
