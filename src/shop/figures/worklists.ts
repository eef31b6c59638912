import { sql } from 'drizzle-orm'
import { orders } from '#db/tables/orders.ts'
import { countTools } from '#shop/catalogue/tools.ts'
import { countCompanies } from '#shop/companies/companies.ts'
import { countOrders } from '#shop/orders/order-lists.ts'
import { hasOpenPieces, isPayable, isUnpaid } from '#shop/orders/order-state.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { countReturns } from '#shop/returns/returns.ts'
import { countAllReviews } from '#shop/reviews/review-moderation.ts'
import type { Shop } from '#shop/shop.ts'

export interface AgeGroup {
  upToDays?: number | undefined
  orders: number
}

/** Counts stop at `countLimit`, except in age groups. */
export interface Worklists {
  unpaid: AgeGroup[]
  undelivered: AgeGroup[]
  held: number
  disputed: number
  refundsFailed: number
  returnsRequested: number
  returnsReceived: number
  reviewsWaiting: number
  companiesApplied: number
  belowMinimum: number
}

const ageLimits = [1, 3, 7] as const

export async function countWorklists(shop: Shop): Promise<Worklists> {
  return {
    unpaid: await countAges(shop, sql`created_at`, sql`${isUnpaid} and ${isPayable}`),
    undelivered: await countAges(shop, sql`paid_at`, hasOpenPieces),
    held: await countOrders(shop, shopScope, { state: 'held' }),
    disputed: await countOrders(shop, shopScope, { problem: 'dispute' }),
    refundsFailed: await countOrders(shop, shopScope, { problem: 'refundFailed' }),
    returnsRequested: await countReturns(shop, { state: 'requested' }),
    returnsReceived: await countReturns(shop, { state: 'received' }),
    reviewsWaiting: await countAllReviews(shop, { state: 'waiting' }),
    companiesApplied: await countCompanies(shop, { state: 'applied' }),
    belowMinimum: (await countTools(shop, { orderable: false })).count,
  }
}

async function countAges(
  shop: Shop,
  since: ReturnType<typeof sql>,
  isOpen: ReturnType<typeof sql>,
): Promise<AgeGroup[]> {
  const { rows } = await shop.db.execute<{ group: number; orders: number }>(sql`
    select width_bucket(extract(epoch from now() - ${since}) / 86400, array[${sql.join(
      ageLimits.map(days => sql`${days}::numeric`),
      sql`, `,
    )}]) as group, count(*)::int as orders from ${orders} where ${isOpen} group by 1`)
  return [...ageLimits, undefined].map((upToDays, index) => ({
    ...(upToDays !== undefined && { upToDays }),
    orders: rows.find(({ group }) => group === index)?.orders ?? 0,
  }))
}
