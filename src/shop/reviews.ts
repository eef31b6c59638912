import { desc, type InferSelectModel, lt } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { reviews } from '#db/tables.ts'
import type { Account } from './accounts.ts'
import type { Shop } from './shop.ts'

export type Review = InferSelectModel<typeof reviews>
export type ReviewFields = Pick<Review, 'comment' | 'rating' | 'city' | 'img'>

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

/** Adds a review in the name of the account. */
export async function addReview(shop: Shop, author: Account, fields: ReviewFields): Promise<string> {
  const { comment, rating, city, img } = fields
  const [added] = await shop.db
    .insert(reviews)
    .values({ accountId: author.id, name: author.name, email: author.email, comment, rating, city, img })
    .returning({ id: reviews.id })
  await shop.changes.tell('reviews')
  return added?.id ?? refuse('internal')
}
