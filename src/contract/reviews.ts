import { z } from 'zod'
import { email, requiredText, text } from './fields.ts'

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
