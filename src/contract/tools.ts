import { z } from 'zod'
import { dollars, id, paging, text } from './endpoint.ts'

export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  price: dollars,
  minimum: z.number().int(),
  available: z.number().int(),
  description: z.string(),
})
export type Tool = z.infer<typeof Tool>

const highestPrice = 1_000_000

export const NewTool = z.object({
  name: text(200).min(1),
  image: text(2000).min(1),
  price: z.number().min(0.01).max(highestPrice),
  available: z.number().int().min(0).max(100_000_000),
  minimum: z.number().int().min(1).max(1_000_000),
  description: text(10_000).min(1),
})

/** A limit in dollars; one above every price stands for the highest. Blank is none. */
const priceLimit = z.preprocess(
  value => (value === '' ? undefined : value),
  z.coerce
    .number()
    .min(0)
    .transform(price => Math.min(price, highestPrice))
    .optional(),
)

export const ToolFilter = z.object({
  id: id.optional(),
  /** Words that the name or the description has; where none has them, words like them. */
  q: text(100).optional(),
  minPrice: priceLimit,
  maxPrice: priceLimit,
  /** Only tools of which the minimum order is in stock. */
  orderable: z.literal('true').optional(),
})

export const ToolQuery = paging.extend({
  ...ToolFilter.shape,
  /** Newest first unless told; with `q`, the best match first. */
  sort: z.enum(['newest', 'price', '-price', 'name']).optional(),
})
