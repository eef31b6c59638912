import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { formatSpecifications, type ToolColumn } from '#contract/cells/tool-cells.ts'
import type { NewTool } from '#contract/schemas/tools.ts'
import { toSlug } from '#contract/slugs.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'

export const snapshotFields = {
  sku: 'sku',
  name: 'name',
  brand: 'brand',
  category: 'category',
  price: 'price_cents',
  priceBreaks: 'price_breaks',
  minimum: 'minimum',
  increment: 'increment',
  unitLabel: 'unit_label',
  available: 'available',
  taxPercent: 'tax_percent',
  specifications: 'specifications',
  description: 'description',
  image: 'image',
  imageAlt: 'image_alt',
  discontinued: 'discontinued',
  replacementSku: 'replacement_sku',
  gtin: 'gtin',
  manufacturerNumber: 'manufacturer_number',
  discountGroup: 'discount_group',
} as const satisfies Record<Exclude<ToolColumn, 'availableBefore'>, keyof ToolSnapshot>

type ToolValues = { [Name in keyof z.output<typeof NewTool>]?: z.output<typeof NewTool>[Name] | undefined }

/** Amounts have at most two decimals. */
export function toSnapshotFields({ price, priceBreaks, ...values }: ToolValues): Partial<ToolSnapshot> {
  const roundToCents = (price: number) => Math.round(price * 100)
  const fields: Record<string, unknown> = {
    ...(price !== undefined && { price_cents: roundToCents(price) }),
    ...(priceBreaks && {
      price_breaks: priceBreaks.map(each => ({ from: each.from, priceCents: roundToCents(each.price) })),
    }),
  }
  for (const [column, value] of Object.entries(values))
    if (value !== undefined) fields[snapshotFields[column as keyof typeof snapshotFields]] = value
  return fields
}

export function pickChanges(present: ToolSnapshot, wanted: Partial<ToolSnapshot>) {
  const changed = (Object.keys(wanted) as (keyof ToolSnapshot)[]).filter(field => !isSame(field, present, wanted))
  return { before: pick(present, changed), after: pick(wanted, changed) }
}

export function isSame(field: keyof ToolSnapshot, present: ToolSnapshot, wanted: Partial<ToolSnapshot>): boolean {
  if (field === 'brand') return toSlug(present.brand) === toSlug(wanted.brand ?? '')
  if (field === 'replacement_sku')
    return present.replacement_sku.toLowerCase() === wanted.replacement_sku?.toLowerCase()
  // Parsing a line may divide value and unit differently than stored.
  if (field === 'specifications')
    return formatSpecifications(present.specifications) === formatSpecifications(wanted.specifications ?? [])
  return isDeepStrictEqual(present[field], wanted[field])
}

const pick = (snapshot: Partial<ToolSnapshot>, fields: readonly (keyof ToolSnapshot)[]): Partial<ToolSnapshot> =>
  Object.fromEntries(fields.map(field => [field, snapshot[field]]))

/** These fields constrain one another. */
export const priceFields: readonly (keyof ToolSnapshot)[] = ['price_cents', 'price_breaks', 'minimum', 'increment']
