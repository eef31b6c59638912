import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { orders } from '#db/tables/orders.ts'
import { disputes, refunds } from '#db/tables/payments.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import { isShipped, isToShip, isUnpaid } from './order-state.ts'

const states = {
  unpaid: isUnpaid,
  paid: isToShip,
  shipped: isShipped,
} as const

const adminStates = {
  ...states,
  held: sql`${orders.heldUntil} is not null`,
  disputed: sql`${orders.id} in (select order_id from ${disputes} where state <> 'won')`,
  refundFailed: sql`${orders.id} in (select order_id from ${refunds} where state = 'failed')`,
} as const

export interface OrderSearch {
  q?: string | undefined
  state?: keyof typeof states | undefined
}

export interface OwnOrderSearch extends OrderSearch {
  /** The whole of it, regardless of case. */
  poNumber?: string | undefined
}

export interface AllOrdersSearch extends Pick<OrderSearch, 'q'> {
  state?: keyof typeof adminStates | undefined
  /** Only of these. */
  ids?: readonly string[] | undefined
}

export function buildOwnFilter(owner: Account, { q, state, poNumber }: OwnOrderSearch): SQL | undefined {
  return and(
    matchVisibleOrders(owner),
    state && states[state],
    poNumber ? sql`po_number <> '' and lower(po_number) = ${poNumber.toLowerCase()}` : undefined,
    q ? or(containsText(q, orders.lineWords), matchNumber(q)) : undefined,
  )
}

export const matchVisibleOrders = (owner: Account | undefined) =>
  and(owner ? eq(orders.accountId, owner.id) : undefined, ne(orders.state, 'cancelled'))

export const buyerEmail = sql<string>`select ${accounts}.email from ${accounts} where ${accounts}.id = account_id`

/** Cancelled orders only where the refund of a late payment failed. */
export async function resolveSearch(shop: Shop, { q, state, ids }: AllOrdersSearch): Promise<SQL | undefined> {
  const matchesOrder = q ? containsText(q, orders.lineWords, orders.buyerName) : undefined
  return and(
    state === 'refundFailed' ? undefined : matchVisibleOrders(undefined),
    state && adminStates[state],
    ids && inArray(orders.id, [...ids]),
    q ? or(matchesOrder, matchNumber(q), await resolveBuyerFilter(shop, q)) : undefined,
  )
}

export const matchNumber = (q: string) => (/^\d{1,15}$/.test(q) ? eq(orders.number, Number(q)) : undefined)

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
