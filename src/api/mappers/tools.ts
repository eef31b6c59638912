import type { z } from 'zod'
import { formatSpecification } from '#contract/cells/specifications.ts'
import { toCents } from '#contract/pricing/money.ts'
import type { PriceBreak, Prices } from '#contract/pricing/prices.ts'
import { refuse } from '#contract/refusals.ts'
import type {
  NewTool,
  ToolChange,
  ToolFilter,
  ListedTool as WireListedTool,
  Tool as WireTool,
  ToolDetails as WireToolDetails,
} from '#contract/schemas/tools.ts'
import type { ToolFields } from '#shop/catalogue/change-tools.ts'
import type { ToolDetails } from '#shop/catalogue/tool-details.ts'
import type { SpecificationFilter, ToolSearch } from '#shop/catalogue/tool-filters.ts'
import type { ListedTool, Tool } from '#shop/catalogue/tools.ts'
import type { Shown } from '#shop/merge-change.ts'

export function toToolSearch(query: z.output<typeof ToolFilter>): ToolSearch {
  return {
    id: query.id,
    text: query.q,
    minCents: query.minPrice && Math.round(query.minPrice * 100),
    maxCents: query.maxPrice && Math.round(query.maxPrice * 100),
    orderable: query.orderable && query.orderable === 'true',
    category: query.category,
    brands: query.brand,
    specifications: query.spec && toSpecificationFilters(query.spec),
  }
}

function toSpecificationFilters(tokens: readonly string[]): SpecificationFilter[] {
  const parsed = tokens.map(token => {
    const [nameSlug = '', value = ''] = token.split(':')
    const [, from, to] = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(value) ?? []
    const isRange = from !== undefined || to !== undefined
    return { nameSlug, value, range: isRange ? { from: toNumber(from), to: toNumber(to) } : undefined }
  })
  return [...new Set(parsed.map(({ nameSlug }) => nameSlug))].map(nameSlug => {
    const ofName = parsed.filter(each => each.nameSlug === nameSlug)
    return {
      nameSlug,
      valueSlugs: ofName.filter(({ range }) => !range).map(({ value }) => value),
      ranges: ofName.flatMap(({ range }) => range ?? []),
    }
  })
}

const toNumber = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

export function toWireTool(tool: Tool): WireTool {
  const { id, name, image, priceCents, minimum, available, description, sku } = tool
  const { increment, unitLabel, priceBreaks, taxPercent, discontinued } = tool
  return {
    _id: id,
    ...{ name, image, price: priceCents / 100, minimum, available, description, sku, increment, unitLabel },
    ...{ priceBreaks: toWireBreaks(priceBreaks), taxPercent, discontinued },
  }
}

export function toWireListedTool({ brand, category, highlights, ...tool }: ListedTool): WireListedTool {
  const texts = highlights.map(({ name, ...value }) => `${name} ${formatSpecification(value)}`)
  return { ...toWireTool(tool), brand, category, highlights: texts }
}

export function toWireToolDetails(details: ToolDetails): WireToolDetails {
  const { imageAlt, furtherImages, specifications, replacement, related, gtin, manufacturerNumber } = details
  return {
    ...toWireListedTool(details),
    ...{ imageAlt, furtherImages, specifications },
    replacement: replacement ? { _id: replacement.id, name: replacement.name, sku: replacement.sku } : null,
    related: related.map(toWireListedTool),
    ...{ gtin, manufacturerNumber, discountGroup: details.discountGroup },
  }
}

export const toWirePrices = ({ priceCents, priceBreaks }: Prices) => ({
  price: priceCents / 100,
  priceBreaks: toWireBreaks(priceBreaks),
})

export const toWireBreaks = (breaks: readonly PriceBreak[]) =>
  breaks.map(({ from, priceCents }) => ({ from, price: priceCents / 100 }))

export function toToolFields(body: z.output<typeof NewTool>): ToolFields {
  const { price, priceBreaks, ...fields } = body
  return {
    ...fields,
    priceCents: toExactCents(price, 'price'),
    priceBreaks: priceBreaks && toExactBreaks(priceBreaks),
  }
}

export function toShownFields(shown: NonNullable<z.output<typeof ToolChange>['shown']>): Shown<ToolFields> {
  const { price, priceBreaks, ...fields } = shown
  return {
    ...fields,
    ...(price !== undefined && { priceCents: toExactCents(price, 'price') }),
    ...(priceBreaks && { priceBreaks: toExactBreaks(priceBreaks) }),
  }
}

export const toExactPrices = ({ price, priceBreaks }: Pick<WireTool, 'price' | 'priceBreaks'>): Prices => ({
  priceCents: toExactCents(price, 'price'),
  priceBreaks: toExactBreaks(priceBreaks),
})

const toExactBreaks = (breaks: WireTool['priceBreaks']) =>
  breaks.map(({ from, price }) => ({ from, priceCents: toExactCents(price, 'priceBreaks') }))

export const toExactCents = (amount: number, field: string) =>
  toCents(amount) ?? refuse('invalid_input', [{ field, message: 'At most two decimals.' }])
