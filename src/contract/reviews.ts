import { z } from 'zod'
import { email, text } from './endpoint.ts'

export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  city: z.string(),
  rating: z.number(),
  comment: z.string(),
  img: z.string(),
})
export type Review = z.infer<typeof Review>

export const NewReview = z.object({
  name: text(200),
  email,
  comment: text(5000).min(1),
  rating: z.coerce.number().min(1).max(5).multipleOf(0.5),
  img: text(2000).min(1),
  city: text(200).min(1),
})
