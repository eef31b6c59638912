import { and, desc, eq, inArray, max, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { reviews } from '#db/tables/content.ts'
import { orders } from '#db/tables/orders.ts'
import { disputes, refundMovements, refunds } from '#db/tables/payments.ts'
import { type Company, getCompany } from '#shop/companies/companies.ts'
import { listOrdersOfAccount, type Order } from '#shop/orders/order-lists.ts'
import { hasOpenPieces, isShipped, isUnpaid } from '#shop/orders/order-state.ts'
import type { Review } from '#shop/reviews/reviews.ts'
import type { Shop } from '#shop/shop.ts'
import { type AccountNote, listNotes } from './account-notes.ts'
import { type Account, getAccount } from './accounts.ts'
import { listAddresses, type SavedAddress } from './addresses.ts'
import { findProfile, type Profile } from './profiles.ts'

export interface AccountDetails {
  account: Account
  company: Company | undefined
  profile: Profile | undefined
  /** Orders by status, and sums in cents; `paidCents` is net of refunds and lost disputes. */
  totals: { unpaid: number; unpaidCents: number; paidCents: number; toShip: number; shipped: number; cancelled: number }
  orders: Order[]
  addresses: SavedAddress[]
  reviews: Review[]
  notes: AccountNote[]
}

const shownRows = 10

/** Refuses `account_not_found`. */
export async function getAccountDetails(shop: Shop, id: string): Promise<AccountDetails> {
  const account = await getAccount(shop, id)
  const company = account.companyId === null ? undefined : await getCompany(shop, account.companyId)
  const [profile, totals, listed, addresses, written, notes] = await Promise.all([
    findProfile(shop, account),
    countOrdersByState(shop, id),
    listOrdersOfAccount(shop, id, shownRows),
    listAddresses(shop, account),
    shop.db.select().from(reviews).where(eq(reviews.accountId, id)).orderBy(desc(reviews.id)).limit(shownRows),
    listNotes(shop, id),
  ])
  return { account, company, profile, totals, orders: listed, addresses, reviews: written, notes }
}

async function countOrdersByState({ db }: Shop, accountId: string): Promise<AccountDetails['totals']> {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const paidCents = (await sumPaid(db, [accountId])).get(accountId) ?? 0
  const [totals] = await db
    .select({
      unpaid: count(isUnpaid),
      unpaidCents: sql<number>`coalesce(sum(total_cents) filter (where ${isUnpaid}), 0)`.mapWith(Number),
      toShip: count(hasOpenPieces),
      shipped: count(isShipped),
      cancelled: count(sql`state = 'cancelled'`),
    })
    .from(orders)
    .where(eq(orders.accountId, accountId))
  return { unpaid: 0, unpaidCents: 0, toShip: 0, shipped: 0, cancelled: 0, ...totals, paidCents }
}

export interface OrderTotals {
  orders: number
  unpaid: number
  paidCents: number
  lastOrderAt: Date | null
}

/** Keyed by account. Cancelled orders do not count. */
export async function sumOrders(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, OrderTotals>> {
  const counted = await db
    .select({
      accountId: orders.accountId,
      orders: sql<number>`count(*)::int`,
      unpaid: sql<number>`(count(*) filter (where ${isUnpaid}))::int`,
      lastOrderAt: max(orders.createdAt),
    })
    .from(orders)
    .where(and(inArray(orders.accountId, [...accountIds]), ne(orders.state, 'cancelled')))
    .groupBy(orders.accountId)
  const paid = await sumPaid(db, accountIds)
  const countedById = new Map(counted.map(({ accountId, ...totals }) => [accountId, totals]))
  const none = { orders: 0, unpaid: 0, lastOrderAt: null }
  return new Map(accountIds.map(id => [id, { ...none, ...countedById.get(id), paidCents: paid.get(id) ?? 0 }]))
}

/** In cents, net of refunds and lost disputes. Keyed by account. */
export async function sumPaid(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ id: string; cents: string }>(sql`
    select account_id as id, sum(total_cents - refunded - lost) as cents
    from ${orders}, lateral (
      select coalesce(sum(movement.amount_cents), 0) as refunded
      from ${refunds} as refund join ${refundMovements} as movement on movement.refund_id = refund.id
      where refund.order_id = orders.id
    ) as given_back, lateral (
      select coalesce(sum(amount_cents), 0) as lost from ${disputes} as dispute
      where dispute.order_id = orders.id and dispute.state = 'lost'
    ) as disputed
    where account_id = any(${sql.param(accountIds)}::uuid[]) and paid_at is not null
    group by account_id`)
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]))
}
