import { and, desc, eq, type InferSelectModel, lt, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { ReviewState } from '#contract/schemas/reviews.ts'
import { reviews } from '#db/tables/content.ts'
import { lockAccounts } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import type { Shop } from '#shop/shop.ts'

export type Review = InferSelectModel<typeof reviews>
export type ReviewFields = Pick<Review, 'comment' | 'rating' | 'city' | 'img'>

type ModerationSettings = Pick<Shop, 'reviewsNeedApproval'>

/** An admin's decision takes precedence over the shop's settings. */
export function buildStateExpression(settings: ModerationSettings): SQL<ReviewState> {
  return sql<ReviewState>`case
    when ${reviews.hiddenAt} is not null then 'hidden'
    when ${buildShownFilter(settings)} then 'shown'
    else 'waiting' end`
}

/** Must match the indexes `reviews_approved` and `reviews_visible`. */
function buildShownFilter({ reviewsNeedApproval }: ModerationSettings): SQL {
  const isVisible = sql`${reviews.hiddenAt} is null`
  return reviewsNeedApproval ? sql`${isVisible} and ${reviews.approvedAt} is not null` : isVisible
}

export async function listReviews(shop: Shop, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const isBefore = cursor === undefined ? undefined : lt(reviews.id, cursor)
  const newest = shop.db
    .select()
    .from(reviews)
    .where(and(buildShownFilter(shop), isBefore))
    .orderBy(desc(reviews.id))
    .limit(limit)
  return (await newest).reverse()
}

export interface AddedReview {
  id: string
  waitsFor: 'approval' | null
}

const maxWaiting = 5

/** Refuses `reviews_waiting` and `account_not_found`. */
export async function addReview(shop: Shop, author: Actor, fields: ReviewFields): Promise<AddedReview> {
  const { id: accountId, name, email } = author.account
  const { comment, rating, city, img } = fields
  const waitsFor = shop.reviewsNeedApproval ? 'approval' : null
  const [added] = await transactAs(shop, author, async transaction => {
    await lockAccounts(transaction, accountId)
    if (waitsFor) await assertReviewLimit({ ...shop, db: transaction }, accountId)
    return transaction
      .insert(reviews)
      .values({ accountId, name, email, comment, rating, city, img })
      .returning({ id: reviews.id })
  })
  if (!waitsFor) await shop.notifications.publish('reviews')
  return { id: added?.id ?? refuse('internal'), waitsFor }
}

async function assertReviewLimit(shop: Shop, accountId: string): Promise<void> {
  const isWaiting = and(eq(reviews.accountId, accountId), eq(buildStateExpression(shop), 'waiting'))
  if ((await shop.db.$count(reviews, isWaiting)) >= maxWaiting) refuse('reviews_waiting')
}
