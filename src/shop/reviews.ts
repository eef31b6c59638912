import { desc, type InferSelectModel, lt, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { reviews } from '#db/tables.ts'
import type { Account } from './accounts.ts'
import type { Shop } from './shop.ts'

export type Review = InferSelectModel<typeof reviews>
export type ReviewFields = Pick<Review, 'comment' | 'rating' | 'city' | 'img'>

const newestReviewsStatement = memoizePerDb((db: Db) =>
  db.select().from(reviews).orderBy(desc(reviews.id)).limit(sql.placeholder('limit')).prepare('newest_reviews'),
)

/** The newest `limit` reviews before `cursor`, oldest first. */
export async function listReviews(shop: Shop, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  if (cursor === undefined) return (await newestReviewsStatement(shop.db).execute({ limit })).reverse()
  const older = shop.db.select().from(reviews).where(lt(reviews.id, cursor))
  return (await older.orderBy(desc(reviews.id)).limit(limit)).reverse()
}

export async function addReview(shop: Shop, author: Account, fields: ReviewFields): Promise<string> {
  const { comment, rating, city, img } = fields
  const [added] = await shop.db
    .insert(reviews)
    .values({ accountId: author.id, name: author.name, email: author.email, comment, rating, city, img })
    .returning({ id: reviews.id })
  await shop.notifications.publish('reviews')
  return added?.id ?? refuse('internal')
}
