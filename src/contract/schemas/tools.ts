import { z } from 'zod'
import { isGtin } from '#contract/cells/gtin.ts'
import { maxPriceCents, maxStock } from '#contract/limits.ts'
import { slug } from './catalogue.ts'
import { id, line, listQuery, money, requiredLine, requiredText, sortBy, text, withShown } from './fields.ts'

/** `price` applies to every piece of an order of at least `from` pieces. */
const PriceBreak = z.object({ from: z.number().int(), price: money })

/** What the caller's company pays, where that is less than the list price at some quantity. */
export const CompanyPrice = z.object({ price: money, priceBreaks: z.array(PriceBreak) })
export type CompanyPrice = z.infer<typeof CompanyPrice>

export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  price: money,
  minimum: z.number().int(),
  available: z.number().int(),
  description: z.string(),
  sku: z.string(),
  /** Pieces per pack: only whole packs are sold. */
  increment: z.number().int(),
  /** Such as 'carton of 24'; empty for single pieces. */
  unitLabel: z.string(),
  priceBreaks: z.array(PriceBreak),
  /** Tax that the price includes; null for the shop's rate. */
  taxPercent: z.number().nullable(),
  /** Sold until the stock is gone. */
  discontinued: z.boolean(),
})
export type Tool = z.infer<typeof Tool>

export const ListedTool = Tool.extend({
  /** Name; empty without a brand. */
  brand: z.string(),
  category: z.string(),
  /** The first three specifications, such as 'Power 860 W'. */
  highlights: z.array(z.string()),
})
export type ListedTool = z.infer<typeof ListedTool>

const ToolImage = z.object({ url: requiredText(2000), alt: text(200) })

const Specification = z.object({
  name: requiredLine(60).refine(name => !/:\s/.test(name), 'The name must not have a colon before a space.'),
  value: requiredLine(200),
  unit: line(20),
})

export const ToolDetails = ListedTool.extend({
  imageAlt: z.string(),
  furtherImages: z.array(ToolImage),
  specifications: z.array(Specification),
  replacement: Tool.pick({ _id: true, name: true, sku: true }).nullable(),
  related: z.array(ListedTool),
  /** The number of its barcode; empty for none. */
  gtin: z.string(),
  manufacturerNumber: z.string(),
  /** Tools that price lists name together; empty for none. */
  discountGroup: z.string(),
})
export type ToolDetails = z.infer<typeof ToolDetails>

const maxPrice = maxPriceCents / 100

const slugList = (pattern: RegExp) =>
  z.string().transform(list => [...new Set(list.split(',').filter(item => pattern.test(item)))].slice(0, 20))

const numberBetween = (min: number, max: number, message: string) =>
  z.number(message).min(min, message).max(max, message)
const priceRange = 'The price is between 0.01 and 1,000,000.'
const availableRange = 'The stock is a whole number from 0 to 100,000,000.'
const minimumRange = 'The minimum order is a whole number from 1 to 1,000,000.'

const incrementRange = 'A pack has a whole number of pieces from 1 to 1,000,000.'
const breakRange = 'A price break begins at a whole number from 2 to 100,000,000.'
const taxRange = 'The tax is a percentage from 0 to 99.99.'
const skuRule = 'A SKU begins with a letter or digit, then has letters, digits and -._/, up to 40 characters.'

const NewPriceBreak = z.object({
  from: numberBetween(2, maxStock, breakRange).int(breakRange),
  price: numberBetween(0.01, maxPrice, priceRange),
})

/** Only ASCII letters and digits, so that JavaScript and PostgreSQL match a SKU alike. */
export const Sku = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/, skuRule)

const gtinRule = 'A barcode number has 8, 12, 13 or 14 digits, of which the last one checks the others.'
const Gtin = line(40)
  .overwrite(value => value.replace(/[\s-]/g, ''))
  .refine(value => value === '' || isGtin(value), gtinRule)

/** Missing fields are unchanged in a change, and have their default in a new tool. */
export const NewTool = z.object({
  name: requiredText(200),
  image: requiredText(2000),
  price: numberBetween(0.01, maxPrice, priceRange),
  available: numberBetween(0, maxStock, availableRange).int(availableRange),
  minimum: numberBetween(1, 1_000_000, minimumRange).int(minimumRange),
  description: requiredText(10_000),
  sku: Sku.optional(),
  increment: numberBetween(1, 1_000_000, incrementRange).int(incrementRange).optional(),
  unitLabel: text(40).optional(),
  priceBreaks: z.array(NewPriceBreak).max(6, 'At most six price breaks.').optional(),
  taxPercent: numberBetween(0, 99.99, taxRange).multipleOf(0.01, taxRange).nullable().optional(),
  /** Brand name, new or existing; empty for none. */
  brand: text(60).optional(),
  category: z.union([slug, z.literal('')]).optional(),
  imageAlt: text(200).optional(),
  furtherImages: z.array(ToolImage).max(7, 'At most eight images.').optional(),
  specifications: z.array(Specification).max(30, 'At most 30 specifications.').optional(),
  discontinued: z.boolean().optional(),
  replacementSku: text(40).optional(),
  gtin: Gtin.optional(),
  manufacturerNumber: line(40).optional(),
  discountGroup: line(60).optional(),
})

/** `availableBefore` is the stock that the form showed: the stock changes by the difference. */
export const ToolChange = withShown(NewTool).extend({ availableBefore: NewTool.shape.available.optional() })

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
  /** Words of name, SKU, brand, specifications or description; similar words if no tool has them. */
  q: text(100).optional(),
  minPrice: priceLimit,
  maxPrice: priceLimit,
  orderable: z.enum(['true', 'false']).optional(),
  /** Category slug; includes tools of its child categories. */
  category: slug.optional().catch(undefined),
  brand: slugList(/^[\p{L}\p{M}\p{N}.-]+$/u).optional(),
  /** Comma-separated 'voltage:18-v' or 'weight:1.5..3', with open ends: OR within a name, AND between names. */
  spec: slugList(/^[\p{L}\p{M}\p{N}.-]+:[\p{L}\p{M}\p{N}.~-]+$/u).optional(),
})

const maxToolIds = 5000

export const ToolIdsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(maxToolIds).default(1000),
  cursor: id.optional(),
})

export const ToolQuery = listQuery.extend({
  ...ToolFilter.shape,
  sort: sortBy('price', 'name', 'available'),
})
