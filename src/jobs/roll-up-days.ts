import { sql } from 'drizzle-orm'
import { rollUpDays } from '#shop/figures/roll-up-days.ts'
import type { Shop } from '#shop/shop.ts'
import { claimJob } from './claim-job.ts'

/** Hourly, since a new time zone needs all days anew. */
export async function rollUpPastDays(shop: Shop, signal?: AbortSignal): Promise<void> {
  if (await claimJob(shop, 'roll up days', sql`interval '1 hour'`)) await rollUpDays(shop, signal)
}
