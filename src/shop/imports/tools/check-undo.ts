import { maxStock } from '#contract/limits.ts'
import type { UndoneChange } from '#db/tables/imports.ts'
import { findSellingErrors } from '#shop/catalogue/tool-rules.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import type { CheckedRow } from '#shop/imports/row-kind.ts'
import type { CatalogueContext } from './check-tools.ts'
import { isSame, pickChanges, priceFields } from './snapshot-fields.ts'

/** Fields that were changed again since stay as they are and are listed as kept; so does a tool that was added and then ordered. */
export function checkUndo(
  { toolId, status, wanted, written }: UndoneChange,
  present: (ToolSnapshot & { id: string }) | undefined,
  context: CatalogueContext,
): Partial<CheckedRow> & Pick<CheckedRow, 'status'> {
  const fields = Object.keys(written) as (keyof ToolSnapshot)[]
  if (status === 'removed') return present ? { status: 'unchanged', kept: ['sku'] } : { status: 'new', after: wanted }
  if (present?.id !== toolId) return { status: 'unchanged', kept: fields }
  const isChanged = (field: keyof ToolSnapshot) => !isSame(field, present, written as ToolSnapshot)
  if (status === 'new') {
    const isKept = context.moved.has(present.id) || fields.some(field => field !== 'available' && isChanged(field))
    const { id: _, ...before } = present
    return isKept ? { status: 'unchanged', kept: fields } : { status: 'removed', before }
  }
  const stock = present.available + (wanted.available ?? 0) - (written.available ?? 0)
  const isKept = (field: keyof ToolSnapshot): boolean => {
    if (field === 'available') return stock < 0 || stock > maxStock
    if (isChanged(field)) return true
    if (field === 'category') return isMissing(wanted.category, context.categories)
    if (field === 'replacement_sku') return isMissing(wanted.replacement_sku?.toLowerCase(), context.tools)
    return field === 'image' && isMissing(wanted.image, context.images)
  }
  const restored: Record<string, unknown> = { ...wanted, ...('available' in wanted && { available: stock }) }
  const kept = new Set(fields.filter(isKept))
  const {
    price_cents: priceCents,
    price_breaks: priceBreaks,
    minimum,
    increment,
  } = { ...present, ...restored } as ToolSnapshot
  const isContradictory = findSellingErrors({ priceCents, priceBreaks, minimum, increment }).length > 0
  if (isContradictory || priceFields.some(field => kept.has(field)))
    for (const field of fields) if (priceFields.includes(field)) kept.add(field)
  for (const field of kept) delete restored[field]
  const changes = pickChanges(present, restored as Partial<ToolSnapshot>)
  const { price_cents: price } = changes.after
  return {
    ...changes,
    status: Object.keys(changes.after).length > 0 ? 'changed' : 'unchanged',
    kept: [...kept].toSorted(),
    change: price ? price / present.price_cents - 1 : 0,
  }
}

const isMissing = (name: string | undefined, known: { has: (name: string) => boolean }) =>
  name !== undefined && name !== '' && !known.has(name)
