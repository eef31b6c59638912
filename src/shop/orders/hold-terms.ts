import { and, eq, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { orderLines, orders, tools } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { isUnpaid } from './order-search.ts'

const unverifiedHoldMinutes = 30
const unpaidOrderLimits = { established: 50, newcomer: 10, unverified: 2, unverifiedAtIp: 5 }
const creditPerCentPaid = 10

/** On what terms an order holds stock until it is paid. */
export interface HoldTerms {
  holdMinutes: number
  maxUnpaid: number
  /** Limit of all unverified accounts at one IP address; applies with `ipKey`. */
  maxUnpaidAtIp: number
  ipKey: string | null
  /** What the buyer's unpaid orders may be worth before `isWithinHalfOfStock` applies; null where nothing is limited. */
  creditCents: number | null
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
  }
}

/** Pieces of a tool in unpaid orders beyond their buyers' credit. */
export const sumHeldBeyondCredit = (toolId: SQL): SQL<number> => sql`
  (select coalesce(sum(line.quantity), 0)::int from ${orders} join ${orderLines} line on line.order_id = ${orders.id}
  where line.tool_id = ${toolId} and ${isUnpaid} and ${orders.beyondCredit})`

/**
 * Such orders together hold at most half of a tool's pieces, or its minimum order: the rest is left to other buyers.
 * Reads the tool's columns.
 */
export const isWithinHalfOfStock = (quantity: SQL, held: SQL): SQL<boolean> =>
  sql`${held} + ${quantity} <= greatest(minimum, (available + ${held}) / 2)`

/** Refuses `unpaid_limit` and `unverified_unpaid_limit`. */
export async function assertUnpaidLimit(shop: Shop, buyer: Account, terms: HoldTerms): Promise<void> {
  const { maxUnpaid, maxUnpaidAtIp, ipKey } = terms
  const unpaid = await shop.db.$count(orders, and(eq(orders.accountId, buyer.id), isUnpaid))
  const unpaidAtIp = ipKey === null ? 0 : await shop.db.$count(orders, and(eq(orders.ipKey, ipKey), isUnpaid))
  if (unpaid < maxUnpaid && unpaidAtIp < maxUnpaidAtIp) return
  refuse(ipKey === null ? 'unpaid_limit' : 'unverified_unpaid_limit')
}

/** The tools whose quantity is not `isWithinHalfOfStock`. */
export async function findToolsBeyondHalf(
  shop: Shop,
  lines: readonly { toolId: string; quantity: number }[],
): Promise<Set<string>> {
  const toolIds = sql.param(lines.map(({ toolId }) => toolId))
  const quantities = sql.param(lines.map(({ quantity }) => quantity))
  const fits = isWithinHalfOfStock(sql`quantity`, sumHeldBeyondCredit(sql`${tools.id}`))
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    select ${tools.id} from ${tools}
    join unnest(${toolIds}::uuid[], ${quantities}::int[]) as requested (tool_id, quantity) on tool_id = ${tools.id}
    where not ${fits}`)
  return new Set(rows.map(({ id }) => id))
}
