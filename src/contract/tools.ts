import { z } from 'zod'
import { dollars, id, listQuery, requiredText, text } from './fields.ts'
import { maxStock } from './limits.ts'

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

const maxPrice = 1_000_000

const within = (lowest: number, highest: number, sentence: string) =>
  z.number(sentence).min(lowest, sentence).max(highest, sentence)
const availableRange = 'The stock is a whole number from 0 to 100,000,000.'
const minimumRange = 'The minimum order is a whole number from 1 to 1,000,000.'

export const NewTool = z.object({
  name: requiredText(200),
  image: requiredText(2000),
  price: within(0.01, maxPrice, 'The price is between $0.01 and $1,000,000.'),
  available: within(0, maxStock, availableRange).int(availableRange),
  minimum: within(1, 1_000_000, minimumRange).int(minimumRange),
  description: requiredText(10_000),
})

/**
 * What a tool is to become. With `availableBefore`, the stock that whoever changes it was shown, the stock moves by the
 * difference, so that orders placed meanwhile are not forgotten.
 */
export const ToolChange = NewTool.extend({ availableBefore: NewTool.shape.available.optional() })

/** A limit in dollars; one above every price stands for the highest. Blank is none. */
const priceLimit = z.preprocess(
  value => (value === '' ? undefined : value),
  z.coerce
    .number()
    .min(0)
    .transform(price => Math.min(price, maxPrice))
    .optional(),
)

export const ToolFilter = z.object({
  id: id.optional(),
  /** Words that the name or the description has; where none has them, words like them. */
  q: text(100).optional(),
  minPrice: priceLimit,
  maxPrice: priceLimit,
  /** Only tools of which the minimum order is in stock, or only the others. */
  orderable: z.enum(['true', 'false']).optional(),
})

export const ToolQuery = listQuery.extend({
  ...ToolFilter.shape,
  /** Newest first unless told; with `q`, the best match first. */
  sort: z.enum(['newest', 'oldest', 'price', '-price', 'name', '-name', 'available', '-available']).optional(),
})
