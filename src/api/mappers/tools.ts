import type { z } from 'zod'
import { toCents } from '#contract/money.ts'
import type { PriceBreak } from '#contract/prices.ts'
import { refuse } from '#contract/refusals.ts'
import type { NewTool, ToolFilter, Tool as WireTool } from '#contract/schemas/tools.ts'
import type { ToolSearch } from '#shop/catalogue/tool-search.ts'
import type { Tool, ToolFields } from '#shop/catalogue/tools.ts'

export function toToolSearch(query: z.output<typeof ToolFilter>): ToolSearch {
  return {
    id: query.id,
    text: query.q,
    minCents: query.minPrice && Math.round(query.minPrice * 100),
    maxCents: query.maxPrice && Math.round(query.maxPrice * 100),
    orderable: query.orderable && query.orderable === 'true',
  }
}

export function toWireTool({ id, deletedAt: _, priceCents, priceBreaks, ...tool }: Tool): WireTool {
  return { _id: id, ...tool, price: priceCents / 100, priceBreaks: toWireBreaks(priceBreaks) }
}

export const toWireBreaks = (breaks: readonly PriceBreak[]) =>
  breaks.map(({ from, priceCents }) => ({ from, price: priceCents / 100 }))

export function toToolFields(body: z.output<typeof NewTool>): ToolFields {
  const { name, image, price, minimum, available, description, sku, increment, unitLabel, priceBreaks, taxPercent } =
    body
  return {
    name,
    image,
    priceCents: toExactCents(price, 'price'),
    minimum,
    available,
    description,
    sku,
    increment,
    unitLabel,
    taxPercent,
    priceBreaks: priceBreaks?.map(({ from, price }) => ({ from, priceCents: toExactCents(price, 'priceBreaks') })),
  }
}

/** Refuses `invalid_input`. */
export const toExactCents = (dollars: number, field: string) =>
  toCents(dollars) ?? refuse('invalid_input', [{ field, message: 'At most two decimals.' }])
