import { z } from 'zod'
import { email, listQuery, requiredText, sortBy, text } from './fields.ts'

export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  city: z.string(),
  rating: z.number(),
  comment: z.string(),
  img: z.string(),
})
export type Review = z.infer<typeof Review>

const ratingRange = 'The rating is a number from 1 to 5, whole or a half.'

export const NewReview = z.object({
  name: text(200),
  email,
  comment: requiredText(5000),
  rating: z.coerce.number(ratingRange).min(1, ratingRange).max(5, ratingRange).multipleOf(0.5, ratingRange),
  img: requiredText(2000),
  city: requiredText(200),
})

/** Visitors see `shown` reviews; `waiting` ones need an admin's approval. */
const state = z.enum(['shown', 'waiting', 'hidden'])
export type ReviewState = z.infer<typeof state>

export const ModeratedReview = Review.extend({ email: z.string(), state })
export type ModeratedReview = z.infer<typeof ModeratedReview>

export const AddedReview = z.object({
  insertedId: z.string(),
  waitsFor: z.literal('approval').nullable(),
})

export type AddedReview = z.infer<typeof AddedReview>

export const AllReviewsFilter = z.object({ q: text(100).optional(), state: state.optional() })

export const AllReviewsQuery = listQuery.extend({
  ...AllReviewsFilter.shape,
  sort: sortBy(),
})

export const ReviewModeration = z.object({ action: z.enum(['show', 'hide']) })
