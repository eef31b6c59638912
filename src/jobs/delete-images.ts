import { sql } from 'drizzle-orm'
import type { Log } from '#observability/logger.ts'
import { deleteUnusedImages } from '#shop/images.ts'
import type { Shop } from '#shop/shop.ts'
import { claimJob } from './claim-job.ts'

export async function deleteImages(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  if (!(await claimJob(shop, 'delete unused images', sql`interval '1 hour'`))) return
  const images = await deleteUnusedImages(shop, signal)
  if (images > 0) log('info', 'unused images deleted', { images })
}
