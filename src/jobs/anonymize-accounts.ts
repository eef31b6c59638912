import { sql } from 'drizzle-orm'
import type { Log } from '#observability/logger.ts'
import { anonymizeClosedAccounts } from '#shop/accounts/close-account.ts'
import type { Shop } from '#shop/shop.ts'
import { claimJob } from './claim-job.ts'

export async function anonymizeAccounts(shop: Shop, log: Log): Promise<void> {
  if (!(await claimJob(shop, 'anonymize closed accounts', sql`interval '1 day'`))) return
  const orders = await anonymizeClosedAccounts(shop)
  if (orders > 0) log('info', 'orders of closed accounts made anonymous', { orders })
}
