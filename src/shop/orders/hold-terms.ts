import { and, eq, type SQL, sql, sum } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { tools } from '#db/tables/catalogue.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { type Account, isLimitedAsUnverified } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { isUnpaid } from './order-search.ts'

/** Of all orders by unverified buyers; verifying the email extends them. */
const unverifiedHoldMinutes = 30
/** Of orders that are `heldBriefly`. */
export const briefHoldMinutes = 30
/** Of a buyer: cancelling and ordering again would hold the tool without end. */
const maxBriefHoldsPerDay = 2
/** Lines above the share that an order may have. */
export const maxBriefLines = 3
/** `newcomer`: who has paid nothing yet. */
const unpaidOrderLimits = { established: 50, newcomer: 10, unverified: 2, unverifiedAtIp: 5 }
/** A buyer's credit is what they have paid, times this. */
const creditPerCentPaid = 10

/** On what terms an order holds stock until it is paid. */
export interface HoldTerms {
  holdMinutes: number
  maxUnpaid: number
  /** Limit of all unverified accounts at one IP address; applies with `ipKey`. */
  maxUnpaidAtIp: number
  /** Null unless the buyer is limited as unverified. */
  ipKey: string | null
  /** Orders that take the buyer's unpaid ones above it are limited by `selectMaxBeyondCredit`; null: no limit. */
  creditCents: number | null
}

/** An admin who orders for a buyer (`placedBy`) decides how much. */
export function getHoldTerms(
  shop: Shop,
  buyer: Account,
  { ipKey, placedBy }: { ipKey?: string; placedBy?: string },
): HoldTerms {
  const isUnverified = isLimitedAsUnverified(shop, buyer)
  const isNewcomer = shop.limitsUnverified && buyer.paidCents <= 0
  return {
    holdMinutes: isUnverified ? unverifiedHoldMinutes : shop.unpaidOrderHours * 60,
    maxUnpaid: isUnverified
      ? unpaidOrderLimits.unverified
      : isNewcomer
        ? unpaidOrderLimits.newcomer
        : unpaidOrderLimits.established,
    maxUnpaidAtIp: unpaidOrderLimits.unverifiedAtIp,
    ipKey: (isUnverified && ipKey) || null,
    creditCents:
      shop.limitsUnverified && placedBy === undefined ? Math.max(0, buyer.paidCents) * creditPerCentPaid : null,
  }
}

/**
 * How many pieces of a tool the buyer's next order beyond their credit may have: `max_for_long` pieces, held as long as other
 * orders, or `max_briefly` pieces, held for `briefHoldMinutes`. Shares are of what is available and in unpaid orders beyond
 * credit, of all buyers: `held`. For long, a buyer may hold half of what other buyers leave of half of the tool and, with an
 * unverified email, of a quarter. Whoever holds none of the tool may order its minimum briefly, while at most three quarters
 * are held, or the quarter; while none is held, a verified buyer may order the minimum of any tool. `max_tomorrow` is what
 * `max_briefly` would be without the brief orders of the last day. Reads `minimum` and `available`.
 */
export const selectMaxBeyondCredit = (toolId: SQL, buyerId: SQL, isUnverified: SQL): SQL => sql`
  select max_for_long, max_tomorrow,
    case when (${countBriefHolds(buyerId)}) < ${sql.raw(String(maxBriefHoldsPerDay))} then max_tomorrow else 0 end as max_briefly
  from (select
    case when ${isUnverified} then least(${maxOfShare(2, sql`held`)}, ${maxOfShare(4, sql`held_by_unverified`)})
      else ${maxOfShare(2, sql`held`)} end as max_for_long,
    case when own = 0 and held + minimum <= greatest(minimum, (available + held) * 3 / 4)
      and (not ${isUnverified} or held_by_unverified + minimum <= (available + held) / 4)
      then minimum else 0 end as max_tomorrow
  from (
    select coalesce(sum(line.quantity), 0) as held,
      coalesce(sum(line.quantity) filter (where ${orders.ipKey} is not null), 0) as held_by_unverified,
      coalesce(sum(line.quantity) filter (where ${orders.accountId} = ${buyerId}), 0) as own
    from ${orders} join ${orderLines} line on line.order_id = ${orders.id}
    where line.tool_id = ${toolId} and ${isUnpaid} and ${orders.beyondCredit}
  ) held_pieces) shares`

const countBriefHolds = (buyerId: SQL): SQL => sql`
  select count(*) from ${orders} where account_id = ${buyerId} and held_briefly
    and created_at > now() - interval '1 day'`

/** Half of what other buyers leave of the share, less what the buyer holds. */
const maxOfShare = (divisor: 2 | 4, heldOfShare: SQL): SQL =>
  sql`(((available + held) / ${sql.raw(String(divisor))} - ${heldOfShare} + own) / 2 - own)`

/** Refuses `unpaid_limit` and `unverified_unpaid_limit`. */
export async function assertUnpaidLimit(shop: Shop, buyer: Account, terms: HoldTerms): Promise<void> {
  const { maxUnpaid, maxUnpaidAtIp, ipKey } = terms
  const unpaid = await shop.db.$count(orders, and(eq(orders.accountId, buyer.id), isUnpaid))
  const unpaidAtIp = ipKey === null ? 0 : await shop.db.$count(orders, and(eq(orders.ipKey, ipKey), isUnpaid))
  if (unpaid < maxUnpaid && unpaidAtIp < maxUnpaidAtIp) return
  refuse(ipKey === null ? 'unpaid_limit' : 'unverified_unpaid_limit')
}

/** The buyer's unpaid orders, and what else limits an order that is worth more than their credit. */
export interface CreditState {
  unpaidCents: number
  /** By tool. */
  maxQuantities: ReadonlyMap<string, MaxQuantities>
}

/** From `selectMaxBeyondCredit`: what may be held for long, and the larger of both. */
export interface MaxQuantities extends Record<string, unknown> {
  forLong: number
  now: number
  tomorrow: number
  onceVerified: number
}

export async function readCreditState(
  shop: Shop,
  buyer: Account,
  { ipKey }: HoldTerms,
  toolIds: readonly string[],
): Promise<CreditState> {
  const isOwn = and(eq(orders.accountId, buyer.id), isUnpaid)
  const [own] = await shop.db
    .select({ cents: sum(orders.totalCents).mapWith(Number) })
    .from(orders)
    .where(isOwn)
  const selectMax = (isUnverified: boolean) =>
    selectMaxBeyondCredit(sql`tools.id`, sql`${buyer.id}::uuid`, sql`${isUnverified}::boolean`)
  const { rows } = await shop.db.execute<MaxQuantities & { id: string }>(sql`
    select id, present.max_for_long::int as "forLong",
      greatest(present.max_for_long, present.max_briefly)::int as now,
      greatest(present.max_for_long, present.max_tomorrow)::int as tomorrow,
      greatest(verified.max_for_long, verified.max_briefly)::int as "onceVerified"
    from ${tools}, lateral (${selectMax(ipKey !== null)}) present, lateral (${selectMax(false)}) verified
    where id = any(${sql.param(toolIds)}::uuid[])`)
  const maxQuantities = new Map(rows.map(row => [row.id, row]))
  return { unpaidCents: own?.cents ?? 0, maxQuantities }
}
