import { z } from 'zod'
import { maxStock } from '#contract/limits.ts'
import { dollars, id, listQuery, requiredText, text } from './fields.ts'

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

const numberBetween = (min: number, max: number, message: string) =>
  z.number(message).min(min, message).max(max, message)
const availableRange = 'The stock is a whole number from 0 to 100,000,000.'
const minimumRange = 'The minimum order is a whole number from 1 to 1,000,000.'

export const NewTool = z.object({
  name: requiredText(200),
  image: requiredText(2000),
  price: numberBetween(0.01, maxPrice, 'The price is between $0.01 and $1,000,000.'),
  available: numberBetween(0, maxStock, availableRange).int(availableRange),
  minimum: numberBetween(1, 1_000_000, minimumRange).int(minimumRange),
  description: requiredText(10_000),
})

/** `availableBefore` is the stock that the form showed: the stock changes by the difference. */
export const ToolChange = NewTool.extend({ availableBefore: NewTool.shape.available.optional() })

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
  /** Words in the name or description; similar words if no tool has them. */
  q: text(100).optional(),
  minPrice: priceLimit,
  maxPrice: priceLimit,
  orderable: z.enum(['true', 'false']).optional(),
})

const maxToolIds = 50_000

export const ToolIdsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(maxToolIds).default(1000),
  cursor: id.optional(),
})

export const ToolQuery = listQuery.extend({
  ...ToolFilter.shape,
  sort: z.enum(['newest', 'oldest', 'price', '-price', 'name', '-name', 'available', '-available']).optional(),
})
