import { and, desc, eq, type InferSelectModel, lt, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { ReviewState } from '#contract/schemas/reviews.ts'
import { accounts, reviews } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'

export type Review = InferSelectModel<typeof reviews>
export type ReviewFields = Pick<Review, 'comment' | 'rating' | 'city' | 'img'>

type ModerationSettings = Pick<Shop, 'limitsUnverified' | 'reviewsNeedApproval'>

/** Whether a review is shown: an admin's word counts most, then the shop's settings. */
export function buildStateExpression({ limitsUnverified, reviewsNeedApproval }: ModerationSettings): SQL<ReviewState> {
  const isUnverified = sql`exists (select from ${accounts}
    where ${accounts.id} = ${reviews.accountId} and not ${accounts.emailVerified})`
  const waits = reviewsNeedApproval ? sql`true` : limitsUnverified ? isUnverified : sql`false`
  return sql<ReviewState>`case
    when ${reviews.hiddenAt} is not null then 'hidden'
    when ${reviews.approvedAt} is null and ${waits} then 'waiting'
    else 'shown' end`
}

/** The newest `limit` shown reviews before `cursor`, oldest first. */
export async function listReviews(shop: Shop, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const isBefore = cursor === undefined ? undefined : lt(reviews.id, cursor)
  const newest = shop.db
    .select()
    .from(reviews)
    .where(and(eq(buildStateExpression(shop), 'shown'), isBefore))
    .orderBy(desc(reviews.id))
    .limit(limit)
  return (await newest).reverse()
}

/** What a new review waits for before it is shown. */
type ReviewWait = 'verification' | 'approval'

export interface AddedReview {
  id: string
  waitsFor: ReviewWait | null
}

export async function addReview(shop: Shop, author: Account, fields: ReviewFields): Promise<AddedReview> {
  const { comment, rating, city, img } = fields
  const [added] = await shop.db
    .insert(reviews)
    .values({ accountId: author.id, name: author.name, email: author.email, comment, rating, city, img })
    .returning({ id: reviews.id })
  await shop.notifications.publish('reviews')
  return { id: added?.id ?? refuse('internal'), waitsFor: findWait(shop, author) }
}

/** Of an account whose email nobody had proven when it was written. */
export async function deleteUnverifiedReviews(shop: Shop, email: string): Promise<void> {
  const isOfAccount = sql`${reviews.accountId} = (
    select id from ${accounts} where ${accounts.email} = ${email} and not ${accounts.emailVerified})`
  const deleted = await shop.db.delete(reviews).where(isOfAccount).returning({ id: reviews.id })
  if (deleted.length > 0) await shop.notifications.publish('reviews')
}

function findWait({ limitsUnverified, reviewsNeedApproval }: ModerationSettings, author: Account): ReviewWait | null {
  if (reviewsNeedApproval) return 'approval'
  return limitsUnverified && !author.emailVerified ? 'verification' : null
}
