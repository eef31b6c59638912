import { and, eq, inArray, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { readOrderNumber } from '#contract/order-number.ts'
import type { AllOrdersFilter, OrderFilter } from '#contract/schemas/orders.ts'
import { accounts } from '#db/tables/accounts.ts'
import { companies } from '#db/tables/companies.ts'
import { orderLines, orders, shipments } from '#db/tables/orders.ts'
import { disputes, refunds } from '#db/tables/payments.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import { hasOpenPieces, isPayable, isShipped, isUnpaid } from './order-state.ts'
import { isInScope, type Scope } from './scope.ts'

type Filter = Omit<z.output<typeof AllOrdersFilter>, 'state'> & {
  state?: z.output<typeof AllOrdersFilter>['state'] | z.output<typeof OrderFilter>['state']
}

const states = {
  declined: sql`(state = 'cancelled' and cancelled_by = 'company' and cancelled_reason <> '' and cancelled_at > now() - interval '7 days')`,
  waiting: sql`(approval = 'waiting' and state = 'placed')`,
  unpaid: sql`(${isUnpaid} and ${isPayable})`,
  held: sql`${orders.heldUntil} is not null`,
  toShip: hasOpenPieces,
  shipped: isShipped,
} as const satisfies Record<NonNullable<Filter['state']>, SQL>

const problems = {
  dispute: sql`${orders.id} in (select order_id from ${disputes} where state <> 'won')`,
  refundFailed: sql`${orders.id} in (select order_id from ${refunds} where state = 'failed')`,
} as const satisfies Record<NonNullable<Filter['problem']>, SQL>

export interface OrderSearch extends Filter {
  poNumber?: string | undefined
  ids?: readonly string[] | undefined
}

/** Cancelled orders match only the filters for failed refunds and declined orders. */
export async function resolveOrderFilter(shop: Shop, scope: Scope, search: OrderSearch): Promise<SQL | undefined> {
  const { q, state, problem, poNumber, ids, ...forgotten } = search
  // A filter of the contract that is not handled here is a type error.
  forgotten satisfies Record<string, never>
  return and(
    isInScope(scope),
    problem === 'refundFailed' || state === 'declined' ? undefined : ne(orders.state, 'cancelled'),
    state && states[state],
    problem && problems[problem],
    ids && inArray(orders.id, [...ids]),
    // Others' declined orders are theirs to order again.
    state === 'declined' && scope.kind !== 'shop' ? eq(orders.accountId, scope.accountId) : undefined,
    poNumber ? sql`po_number <> '' and fold(po_number) = fold(${poNumber})` : undefined,
    q ? await resolveText(shop, scope, q) : undefined,
  )
}

export const matchVisibleOrders = (scope: Scope) => and(isInScope(scope), ne(orders.state, 'cancelled'))

export const buyerEmail = sql<string>`select ${accounts}.email from ${accounts} where ${accounts}.id = account_id`

/** Each condition has an index; one without would make PostgreSQL read all orders. */
async function resolveText(shop: Shop, scope: Scope, q: string): Promise<SQL | undefined> {
  return or(
    matchWords(q),
    eq(orders.transactionId, q),
    await resolveParcelFilter(shop, q),
    scope.kind === 'shop' ? await resolveBuyerFilter(shop, q) : undefined,
    scope.kind === 'shop' ? await resolveCompanyFilter(shop, q) : undefined,
  )
}

export function matchWords(q: string): SQL | undefined {
  const digits = q.replace(/\D/g, '')
  const isPhone = digits.length >= 5 && /^[\d\s()+./-]+$/.test(q)
  return or(
    containsText(q, orders.lineWords, orders.receiverWords),
    // People write or leave out the country's code or its 0, so the last eight digits decide.
    isPhone ? containsText(digits.slice(-8), orders.receiverWords) : undefined,
    matchOrderNumber(q),
  )
}

export function matchOrderNumber(q: string): SQL | undefined {
  const number = readOrderNumber(q)
  return number === undefined ? undefined : eq(orders.number, number)
}

async function resolveParcelFilter(shop: Shop, trackingNumber: string): Promise<SQL | undefined> {
  const found = await shop.db
    .select({ id: shipments.orderId })
    .from(shipments)
    .where(eq(shipments.trackingNumber, trackingNumber))
  return found.length > 0 ? matchAny(orders.id, found) : undefined
}

/** Up to this many buyers or companies, an index finds their orders faster than a scan of all orders. */
const maxBuyers = 1_000

async function resolveBuyerFilter(shop: Shop, q: string): Promise<SQL> {
  const buyers = await shop.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(containsText(q, accounts.email))
    .limit(maxBuyers + 1)
  if (buyers.length > maxBuyers) return containsText(q, sql`(${buyerEmail})`)
  return matchAny(orders.accountId, buyers)
}

async function resolveCompanyFilter(shop: Shop, q: string): Promise<SQL | undefined> {
  const isMeant = containsText(q, companies.name)
  const found = await shop.db.select({ id: companies.id }).from(companies).where(isMeant).limit(maxBuyers)
  return found.length > 0 ? matchAny(orders.companyId, found) : undefined
}

const matchAny = (column: SQLWrapper, rows: readonly { id: string }[]) =>
  sql`${column} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`

export const selectLineWords = (poNumber: string): SQL => sql`(
  select string_agg(tool_name || ' ' || sku, ' ' order by position) || rtrim(' ' || ${poNumber}::text)
  from ${orderLines} where order_id = ${orders}.id)`
