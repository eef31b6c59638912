import { z } from 'zod'
import { maxOrderLines } from '#contract/limits.ts'
import { id, money, orderQuantity, storable } from './fields.ts'
import { CompanyPrice, Tool } from './tools.ts'

export const CartTool = Tool.omit({ description: true }).extend({
  replacementId: z.string().nullable(),
  companyPrice: CompanyPrice.optional(),
  /** What the caller's company calls it. */
  partNumber: z.string().optional(),
  /** Requested texts that are other numbers of the tool than its SKU. */
  foundBy: z
    .array(z.object({ text: z.string(), kind: z.enum(['part_number', 'gtin', 'manufacturer_number']) }))
    .optional(),
})
export type CartTool = z.infer<typeof CartTool>

export const CartLine = z.object({
  toolId: z.string(),
  toolName: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  /** Price per piece that the buyer was shown when the line was last changed. */
  price: money,
  /** Null once the tool has left the catalogue. */
  tool: CartTool.nullable(),
})
export type CartLine = z.infer<typeof CartLine>

export const CartSize = z.object({ lineCount: z.number().int() })

/** `leftOut` has the ids of tools that did not fit or are not sold. */
export const MergedCart = CartSize.extend({ leftOut: z.array(z.string()) })

export const CartToolParams = z.object({ toolId: id })
/** The quantity need not be orderable: the cart explains the problem. */
export const NewCartLine = z.object({ quantity: orderQuantity, price: money.min(0.01) })

export const CartMerge = z.object({
  lines: z.array(NewCartLine.extend({ toolId: id })).max(maxOrderLines, 'A cart has at most 1,000 lines.'),
  /** Quantity of a tool that is in both carts: the larger, or the sum. */
  mergeBy: z.enum(['larger', 'sum']).default('larger'),
})

export const SkuLookup = z.object({
  skus: z.array(storable.trim().min(1).max(40)).max(20, 'At most 20 SKUs at once.'),
})

export const SkuSuggestion = z.object({
  sku: z.string(),
  /** Up to three with a similar SKU, the most similar first. */
  tools: z.array(CartTool),
})
export type SkuSuggestion = z.infer<typeof SkuSuggestion>

export const ToolLookup = z.object({
  ids: z.array(id).max(maxOrderLines, 'At most 1,000 tools at once.').default([]),
  skus: z.array(storable.trim().max(40)).max(maxOrderLines, 'At most 1,000 SKUs at once.').default([]),
})
