import { z } from 'zod'
import { maxOrderLines } from '#contract/limits.ts'
import { id, line, listQuery, money, requiredLine, sortBy, text, withShown } from './fields.ts'
import { CompanyPrice, NewTool } from './tools.ts'

export const PriceLookup = z.object({ ids: z.array(id).max(maxOrderLines, 'At most 1,000 tools at once.') })

/** Prices of the company, of those tools for which it pays less than the list price at some quantity. */
export const ToolPrice = CompanyPrice.extend({ _id: z.string() })
export type ToolPrice = z.infer<typeof ToolPrice>

export const PartNumber = z.object({ _id: z.string(), number: z.string(), sku: z.string(), toolName: z.string() })
export type PartNumber = z.infer<typeof PartNumber>

export const PartNumberFilter = z.object({ q: text(100).optional() })
export const PartNumberQuery = listQuery.extend({ ...PartNumberFilter.shape, sort: sortBy() })

/** An empty SKU removes the number. */
export const PartNumbers = z.object({
  lines: z
    .array(z.object({ number: requiredLine(40), sku: line(40) }))
    .max(maxOrderLines, 'At most 1,000 part numbers at once.')
    .refine(
      lines => new Set(lines.map(({ number }) => number.toLowerCase())).size === lines.length,
      'A part number stands there twice.',
    ),
})

export const DiscountGroup = z.object({ name: z.string(), tools: z.number().int() })
export type DiscountGroup = z.infer<typeof DiscountGroup>

export const NewPriceList = z.object({ name: requiredLine(100) })
export const PriceListChange = withShown(NewPriceList)

export const PriceListSummary = z.object({
  _id: z.string(),
  name: z.string(),
  /** Whose contract it is; null for a list that companies share. */
  company: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** Counted up to 10,001. */
  rows: z.number().int(),
  /** How many companies have the list; 1 for a contract. */
  companies: z.number().int(),
})
export type PriceListSummary = z.infer<typeof PriceListSummary>

const day = z.iso.date('A day is needed.').refine(text => text >= '1900-01-01', 'The day is too long ago.')
const percentRange = 'The discount is above 0 and below 100 percent, with at most two decimals.'
const percentOff = z.number(percentRange).gt(0, percentRange).lt(100, percentRange).multipleOf(0.01, percentRange)

const rowFields = z.object({
  /** The SKU of a tool; empty for a group, or for all tools. */
  sku: line(40).default(''),
  discountGroup: line(60).default(''),
  validFrom: day,
  /** A tool's price; null for a percentage, or for a row that ends an earlier one. */
  price: NewTool.shape.price.nullable().default(null),
  priceBreaks: NewTool.shape.priceBreaks.default([]),
  percentOff: percentOff.nullable().default(null),
  /** Whether the row has neither, and ends an earlier one. */
  ends: z.boolean().default(false),
  /** Needed for 90 percent off the public price or more. */
  isConfirmed: z.boolean().default(false),
  /** The row of this list that the new one takes the place of. */
  replaces: id.optional(),
})

export const NewListRow = rowFields.superRefine(
  ({ sku, discountGroup, price, percentOff, priceBreaks, ends }, context) => {
    const fail = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (sku !== '' && discountGroup !== '') fail('discountGroup', 'A row is for a tool or for a group, not for both.')
    if (price !== null && percentOff !== null) fail('percentOff', 'A row has a price or a discount, not both.')
    if (price !== null && sku === '') fail('price', 'Only a tool has a price: a group gets a discount.')
    if (price === null && percentOff === null && !ends)
      for (const field of ['price', 'percentOff']) fail(field, 'A price, or a discount in percent, is needed.')
    if (ends && (price !== null || percentOff !== null)) fail('ends', 'A row that ends an earlier one has no price.')
    if (price === null && (priceBreaks ?? []).length > 0) fail('priceBreaks', 'Price breaks need a price.')
  },
)

export const ListRowParams = z.object({ id, rowId: id })

/** `current` is the list's newest for its tools; `future` waits for its day; `replaced` has a newer row of the same tools. */
const rowState = z.enum(['current', 'future', 'replaced'])

export const ListRow = z.object({
  _id: z.string(),
  toolId: z.string().nullable(),
  sku: z.string(),
  toolName: z.string(),
  discountGroup: z.string(),
  validFrom: z.string(),
  price: money.nullable(),
  priceBreaks: CompanyPrice.shape.priceBreaks,
  percentOff: z.number().nullable(),
  /** The public price of the tool; null for a group. */
  listPrice: money.nullable(),
  state: rowState,
  /** Whether no quantity is cheaper than for everybody: the public price is charged. */
  isAbovePublic: z.boolean(),
})
export type ListRow = z.infer<typeof ListRow>

export const ListRowFilter = z.object({ q: text(100).optional(), state: rowState.optional() })
export const ListRowQuery = listQuery.extend({ ...ListRowFilter.shape, sort: sortBy() })

export const PriceListOfCompany = z.object({ priceListId: id.nullable() })

export const PriceQuestion = z.object({ sku: line(40) })

/** What a company pays for a tool, and why. */
export const PriceAnswer = z.object({
  toolId: z.string(),
  sku: z.string(),
  name: z.string(),
  list: CompanyPrice,
  own: CompanyPrice,
  /** Whether the company pays less than everybody at some quantity. */
  isLower: z.boolean(),
  /** The row that decides; null if none is in force for the tool. */
  because: z
    .object({
      listName: z.string(),
      isContract: z.boolean(),
      target: z.enum(['tool', 'group', 'all']),
      validFrom: z.string(),
      price: money.nullable(),
      percentOff: z.number().nullable(),
    })
    .nullable(),
})
export type PriceAnswer = z.infer<typeof PriceAnswer>
