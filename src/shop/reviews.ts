import { desc, type InferSelectModel, lt } from 'drizzle-orm'
import { reviews } from '#db/tables.ts'
import type { Shop } from './shop.ts'

export type Review = InferSelectModel<typeof reviews>

/** The newest `limit` reviews before `cursor`, oldest of them first. */
export async function listReviews(shop: Shop, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const newest = await shop.db
    .select()
    .from(reviews)
    .where(cursor ? lt(reviews.id, cursor) : undefined)
    .orderBy(desc(reviews.id))
    .limit(limit)
  return newest.reverse()
}
