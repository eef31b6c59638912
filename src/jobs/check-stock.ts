import { sql } from 'drizzle-orm'
import type { Log } from '#observability/logger.ts'
import type { Shop } from '#shop/shop.ts'
import { findStockDifferences } from '#shop/stock/find-stock-differences.ts'
import { claimJob } from './claim-job.ts'

/** A difference is a bug, or a change that bypassed the shop. */
export async function checkStock(shop: Shop, log: Log): Promise<void> {
  if (!(await claimJob(shop, 'check stock', sql`interval '1 day'`))) return
  const differences = await findStockDifferences(shop)
  for (const difference of differences) {
    log('error', 'stock is not the sum of its movements', { ...difference })
    shop.incrementCounter('stock_differences')
  }
}
