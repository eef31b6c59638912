import { z } from 'zod'
import { maxOrderLines } from '#contract/limits.ts'
import { dollars, id, orderQuantity, storable } from './fields.ts'
import { Tool } from './tools.ts'

/** A tool as a line of a cart shows it. */
export const CartTool = Tool.omit({ description: true }).extend({
  /** Id of what is sold in its place. */
  replacementId: z.string().nullable(),
})
export type CartTool = z.infer<typeof CartTool>

export const CartLine = z.object({
  toolId: z.string(),
  toolName: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  /** What the buyer was shown for one piece when the line was put into the cart or last changed. */
  price: dollars,
  /** Null once it is no longer in the catalogue. */
  tool: CartTool.nullable(),
})
export type CartLine = z.infer<typeof CartLine>

export const CartSize = z.object({ lineCount: z.number().int() })

/** `leftOut`: ids of the tools that did not fit, or are not sold. */
export const MergedCart = CartSize.extend({ leftOut: z.array(z.string()) })

export const CartToolParams = z.object({ toolId: id })
/** The quantity need not be orderable: the cart explains what is wrong with it. */
export const NewCartLine = z.object({ quantity: orderQuantity, price: dollars.min(0.01) })

export const CartMerge = z.object({
  lines: z.array(NewCartLine.extend({ toolId: id })).max(maxOrderLines, 'A cart has at most 1,000 lines.'),
  /** Which quantity a tool in both has: the larger, or their sum. */
  mergeBy: z.enum(['larger', 'sum']).default('larger'),
})

export const SkuLookup = z.object({
  skus: z.array(storable.trim().min(1).max(40)).max(20, 'At most 20 SKUs at once.'),
})

export const SkuSuggestion = z.object({
  /** As it was asked for. */
  sku: z.string(),
  /** Up to three with a similar SKU, the most similar first. */
  tools: z.array(CartTool),
})
export type SkuSuggestion = z.infer<typeof SkuSuggestion>

export const ToolLookup = z.object({
  ids: z.array(id).max(maxOrderLines, 'At most 1,000 tools at once.').default([]),
  skus: z.array(storable.trim().max(40)).max(maxOrderLines, 'At most 1,000 SKUs at once.').default([]),
})
