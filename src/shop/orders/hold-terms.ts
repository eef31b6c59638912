import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { orderLines, orders, tools } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { isUnpaid } from './order-search.ts'

const unverifiedHoldMinutes = 30
const unpaidOrderLimits = { established: 50, newcomer: 10, unverified: 2, unverifiedAtIp: 5 }
const creditPerCentPaid = 10
/** Of a tool's pieces, for buyers beyond their credit together. */
const stockShares = { verified: 0.5, unverified: 0.25 }

/** On what terms an order holds stock until it is paid. */
export interface HoldTerms {
  holdMinutes: number
  maxUnpaid: number
  /** Limit of all unverified accounts at one IP address; applies with `ipKey`. */
  maxUnpaidAtIp: number
  ipKey: string | null
  /** What the buyer's unpaid orders may be worth before `stockShare` applies; null where nothing is limited. */
  creditCents: number | null
  /** See `computeMostBeyondCredit`. */
  stockShare: number
}

export function getHoldTerms(shop: Shop, buyer: Account, ipKey: string): HoldTerms {
  const isUnverified = shop.limitsUnverified && !buyer.emailVerified
  const isNewcomer = shop.limitsUnverified && buyer.paidCents <= 0
  return {
    holdMinutes: isUnverified ? unverifiedHoldMinutes : shop.unpaidOrderHours * 60,
    maxUnpaid: isUnverified
      ? unpaidOrderLimits.unverified
      : isNewcomer
        ? unpaidOrderLimits.newcomer
        : unpaidOrderLimits.established,
    maxUnpaidAtIp: unpaidOrderLimits.unverifiedAtIp,
    ipKey: isUnverified ? ipKey : null,
    creditCents: shop.limitsUnverified ? Math.max(0, buyer.paidCents) * creditPerCentPaid : null,
    stockShare: isUnverified ? stockShares.unverified : stockShares.verified,
  }
}

interface ShareOfTool {
  toolId: SQL
  buyerId: SQL
  stockShare: SQL
}

/**
 * The most pieces of a tool that the buyer may order now beyond their credit. Such orders of all buyers together hold at
 * most `stockShare` of its pieces, and each buyer's at most half of what the others leave of that: nobody takes it
 * from all others. A minimum order may be more than that share. Reads the tool's columns.
 */
export const computeMostBeyondCredit = ({ toolId, buyerId, stockShare }: ShareOfTool): SQL<number> => sql`
  (select least(greatest(minimum, share) - held, greatest(minimum, (share - held + own) / 2) - own)
  from (
    select held, own, floor((available + held) * ${stockShare}::numeric)::int as share
    from (
      select coalesce(sum(line.quantity), 0)::int as held,
        coalesce(sum(line.quantity) filter (where ${orders.accountId} = ${buyerId}), 0)::int as own
      from ${orders} join ${orderLines} line on line.order_id = ${orders.id}
      where line.tool_id = ${toolId} and ${isUnpaid} and ${orders.beyondCredit}
    ) unpaid_pieces
  ) shares)`

/** Refuses `unpaid_limit` and `unverified_unpaid_limit`. */
export async function assertUnpaidLimit(shop: Shop, buyer: Account, terms: HoldTerms): Promise<void> {
  const { maxUnpaid, maxUnpaidAtIp, ipKey } = terms
  const unpaid = await shop.db.$count(orders, and(eq(orders.accountId, buyer.id), isUnpaid))
  const unpaidAtIp = ipKey === null ? 0 : await shop.db.$count(orders, and(eq(orders.ipKey, ipKey), isUnpaid))
  if (unpaid < maxUnpaid && unpaidAtIp < maxUnpaidAtIp) return
  refuse(ipKey === null ? 'unpaid_limit' : 'unverified_unpaid_limit')
}

/** For each tool, the result of `computeMostBeyondCredit`. */
export async function readMostBeyondCredit(
  shop: Shop,
  buyer: Account,
  { stockShare }: HoldTerms,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const most = computeMostBeyondCredit({
    toolId: sql`${tools.id}`,
    buyerId: sql`${buyer.id}::uuid`,
    stockShare: sql`${stockShare}`,
  })
  const rows = await shop.db
    .select({ id: tools.id, most })
    .from(tools)
    .where(inArray(tools.id, [...toolIds]))
  return new Map(rows.map(({ id, most }) => [id, most]))
}
