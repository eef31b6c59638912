import { and, eq, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { ReviewState } from '#contract/schemas/reviews.ts'
import { reviews } from '#db/tables/content.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { buildKeysetPage, countRows, type PagePosition, sortsByAge } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import { buildStateExpression, type Review } from './reviews.ts'

export interface ReviewSearch {
  q?: string | undefined
  state?: ReviewState | undefined
}

export type ModeratedReview = Review & { state: ReviewState }

export async function listAllReviews(
  shop: Shop,
  { q, state, sort = 'newest', ...page }: ReviewSearch & PagePosition & { sort?: keyof typeof sortsByAge | undefined },
): Promise<ModeratedReview[]> {
  const { where, orderBy, toListOrder } = buildKeysetPage(reviews, sortsByAge[sort], page)
  const rows = await shop.db
    .select({ review: reviews, state: buildStateExpression(shop) })
    .from(reviews)
    .where(and(buildSearchFilter(shop, { q, state }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(rows.map(row => ({ ...row.review, state: row.state })))
}

export function countAllReviews(shop: Shop, search: ReviewSearch): Promise<number> {
  return countRows(shop.db, reviews, buildSearchFilter(shop, search), search.q)
}

function buildSearchFilter(shop: Shop, { q, state }: ReviewSearch): SQL | undefined {
  return and(
    state && eq(buildStateExpression(shop), state),
    q ? containsText(q, reviews.name, reviews.email, reviews.comment) : undefined,
  )
}

/** Returns false when nothing changed. Refuses `not_found`. */
export async function moderateReview(shop: Shop, admin: Actor, id: string, action: 'show' | 'hide'): Promise<boolean> {
  const shows = action === 'show'
  const statement = sql`
    with present as (
      select * from ${reviews} where id = ${id} for update
    ), changed as (
      update ${reviews} set
        approved_at = ${shows ? sql`coalesce(reviews.approved_at, now())` : null},
        hidden_at = ${shows ? null : sql`coalesce(reviews.hidden_at, now())`}
      from present where reviews.id = present.id
      returning reviews.id, present.name as target,
        jsonb_build_object('approved', present.approved_at is not null, 'hidden', present.hidden_at is not null) as before,
        jsonb_build_object('approved', reviews.approved_at is not null, 'hidden', reviews.hidden_at is not null) as after
    ), ${buildAuditEntry(sql`changed`, admin, shows ? 'show_review' : 'hide_review')}
    select before <> after as "hasChanged" from changed`
  const { rows } = await transactAs(shop, admin, db => db.execute<{ hasChanged: boolean }>(statement))
  const [changed] = rows
  if (!changed) return refuse('not_found')
  await shop.notifications.publish('reviews')
  return changed.hasChanged
}

export async function deleteReview(shop: Shop, admin: Actor, id: string): Promise<boolean> {
  const statement = sql`
    with deleted as (
      delete from ${reviews} where id = ${id}
      returning id, name as target, '{"deleted": false}'::jsonb as before, '{"deleted": true}'::jsonb as after
    ), ${buildAuditEntry(sql`deleted`, admin, 'delete_review')}
    select 1 from deleted`
  const { rows } = await transactAs(shop, admin, db => db.execute(statement))
  await shop.notifications.publish('reviews')
  return rows.length > 0
}
