import { and, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { parseCell, type ToolColumn } from '#contract/cells/tool-cells.ts'
import { toCents } from '#contract/pricing/money.ts'
import { NewTool, Sku } from '#contract/schemas/tools.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { brands, categories, stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import type { importRows } from '#db/tables/imports.ts'
import { findSellingErrors, findSpecificationErrors } from '#shop/catalogue/tool-rules.ts'
import { readSnapshots, type ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import { pickChanges, pickChecked, toSnapshotFields } from './snapshot-fields.ts'

type Row = typeof importRows.$inferSelect
type RowToCheck = Pick<Row, 'position' | 'sku' | 'cells'>
type CheckedRow = Pick<
  Row,
  'position' | 'status' | 'toolId' | 'stockMoves' | 'checkedTool' | 'before' | 'after' | 'errors'
>
type RowError = Row['errors'][number]

export const placeholderImage = '/images/no-picture-800.webp'

/** Adjustments that follow from orders do not count. */
export const isStockMove = sql`reason in ('opening', 'receipt', 'count', 'damage', 'edit', 'import')`

interface Context {
  /** Keyed by SKU in lower case. */
  tools: ReadonlyMap<string, ToolSnapshot & { id: string }>
  stockMoves: ReadonlyMap<string, number>
  categories: ReadonlySet<string>
  brands: ReadonlyMap<string, string>
  images: ReadonlySet<string>
  repeated: ReadonlySet<string>
}

export async function checkRows(
  db: Db,
  rows: readonly RowToCheck[],
  repeated: ReadonlySet<string>,
): Promise<CheckedRow[]> {
  const context = await readContext(db, rows, repeated)
  return rows.map(row => checkRow(row, context))
}

async function readContext(db: Db, rows: readonly RowToCheck[], repeated: ReadonlySet<string>): Promise<Context> {
  const collect = (column: ToolColumn) => [...new Set(rows.map(({ cells }) => cells[column] ?? '').filter(Boolean))]
  const skus = [...new Set([...rows.map(({ sku }) => sku), ...collect('replacementSku')])].map(sku => sku.toLowerCase())
  const found = await db
    .select({ id: tools.id })
    .from(tools)
    .where(sql`lower(sku) = any(${sql.param(skus)}::text[]) and deleted_at is null`)
  const ids = found.map(({ id }) => id)
  // Moves are read before the stock: a move in between makes the row stale instead of counting twice.
  const moves = await db
    .select({ toolId: stockAdjustments.toolId, count: sql<number>`count(*)::int` })
    .from(stockAdjustments)
    .where(and(inArray(stockAdjustments.toolId, ids), isStockMove))
    .groupBy(stockAdjustments.toolId)
  const snapshots = await readSnapshots(db, ids)
  const listed = await db.select({ slug: categories.slug }).from(categories)
  const named = await db.select().from(brands)
  const known = await db
    .select({ url: images.url })
    .from(images)
    .where(inArray(images.url, collect('image')))
  return {
    stockMoves: new Map(moves.map(({ toolId, count }) => [toolId, count])),
    tools: new Map(snapshots.map(tool => [tool.sku.toLowerCase(), tool])),
    categories: new Set(listed.map(({ slug }) => slug)),
    brands: new Map(named.map(({ slug, name }) => [slug, name])),
    images: new Set(known.map(({ url }) => url)).add(placeholderImage),
    repeated,
  }
}

function checkRow({ position, sku, cells }: RowToCheck, context: Context): CheckedRow {
  const validSku = Sku.safeParse(sku)
  if (sku !== '' && !validSku.success) {
    const errors = [{ column: 'sku' as const, message: validSku.error.issues[0]?.message ?? '' }]
    return { position, status: 'faulty', toolId: null, stockMoves: 0, checkedTool: {}, before: {}, after: {}, errors }
  }
  const present = context.tools.get(sku.toLowerCase())
  const toolId = present?.id ?? null
  const stockMoves = context.stockMoves.get(toolId ?? '') ?? 0
  const { values, errors } = readValues(cells)
  const { availableBefore, ...entered } = values
  if (present && typeof entered.available === 'number' && typeof availableBefore === 'number')
    entered.available = present.available + entered.available - availableBefore
  errors.push(...findReferenceErrors(entered, sku, context))
  const parsed = present
    ? PartialTool.safeParse(entered)
    : NewTool.safeParse({ image: placeholderImage, ...entered, sku })
  if (!parsed.success) errors.push(...toRowErrors(parsed.error.issues, { sku, ...entered }, errors))
  const fail = (): CheckedRow => {
    return { position, status: 'faulty', toolId, stockMoves, checkedTool: {}, before: {}, after: {}, errors }
  }
  if (errors.length > 0 || !parsed.success) return fail()
  const { sku: _, ...fields } = parsed.data
  const importedFields = toSnapshotFields({ ...fields, ...spellAsStored(fields, context) })
  const changes = present ? pickChanges(present, importedFields) : { before: {}, after: { ...importedFields, sku } }
  errors.push(...findContradictions({ ...newToolDefaults, ...present, ...importedFields }))
  if (errors.length > 0) return fail()
  const isChanged = Object.keys(changes.after).length > 0
  const status = !present ? 'new' : isChanged ? 'changed' : 'unchanged'
  return {
    position,
    status,
    toolId,
    stockMoves,
    checkedTool: present ? pickChecked(present, importedFields) : {},
    ...changes,
    errors: [],
  }
}

const PartialTool = NewTool.partial()

/** An undo compares the written spelling with the stored one. */
function spellAsStored({ brand, replacementSku }: z.output<typeof PartialTool>, context: Context) {
  return {
    brand: context.brands.get(toSlug(brand ?? '')) ?? brand,
    replacementSku: context.tools.get(replacementSku?.toLowerCase() ?? '')?.sku ?? replacementSku,
  }
}

const newToolDefaults = { price_cents: 1, minimum: 1, increment: 1, price_breaks: [] }

function readValues(cells: Row['cells']) {
  const values: Partial<Record<ToolColumn, unknown>> = {}
  const errors: RowError[] = []
  for (const [column, text] of Object.entries(cells) as [ToolColumn, string][]) {
    if (text === '' || column === 'sku') continue
    const parsed = parseCell(column, text)
    if ('problem' in parsed) errors.push({ column, message: parsed.problem })
    else values[column] = parsed.value
  }
  return { values, errors }
}

function findReferenceErrors(values: Partial<Record<ToolColumn, unknown>>, sku: string, context: Context): RowError[] {
  const errors: RowError[] = [...findDecimalErrors(values)]
  const check = (column: ToolColumn, isRight: (text: string) => boolean, message: string) => {
    const text = values[column]
    if (typeof text === 'string' && text !== '' && !isRight(text)) errors.push({ column, message })
  }
  if (sku === '') errors.push({ column: 'sku', message: 'A SKU is needed.' })
  else if (context.repeated.has(sku.toLowerCase()))
    errors.push({ column: 'sku', message: 'Another row of the file has that SKU.' })
  check('brand', name => toSlug(name) !== '', 'The name of a brand needs a letter or digit.')
  check('category', slug => context.categories.has(slug), 'No category has that slug. See Categories and Brands.')
  check('image', url => context.images.has(url), 'The picture has to be uploaded to this shop first.')
  check('replacementSku', other => other.toLowerCase() !== sku.toLowerCase(), 'A tool does not replace itself.')
  check('replacementSku', other => context.tools.has(other.toLowerCase()), 'No tool has that SKU.')
  return errors
}

function toRowErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  entered: Partial<Record<ToolColumn, unknown>>,
  earlier: readonly RowError[],
): RowError[] {
  const errors: RowError[] = []
  for (const { path, message } of issues) {
    const column = path[0] as ToolColumn
    if ([...earlier, ...errors].some(error => error.column === column)) continue
    errors.push({ column, message: column in entered ? message : 'A new tool needs this.' })
  }
  return errors
}

type Contradictable = Pick<ToolSnapshot, 'price_cents' | 'minimum' | 'increment' | 'price_breaks'> &
  Partial<ToolSnapshot>

function findContradictions({ minimum, increment, ...tool }: Contradictable): RowError[] {
  const rules = { priceCents: tool.price_cents, minimum, increment, priceBreaks: tool.price_breaks }
  return [...findSellingErrors(rules), ...findSpecificationErrors(tool.specifications ?? [])].map(
    ({ field, message }) => ({ column: field as ToolColumn, message }),
  )
}

function findDecimalErrors({ price, priceBreaks }: Partial<Record<ToolColumn, unknown>>): RowError[] {
  const hasDecimals = (amount: unknown) => typeof amount === 'number' && toCents(amount) === undefined
  const breaks = Array.isArray(priceBreaks) ? priceBreaks.map(each => each.price) : []
  const message = 'At most two decimals.'
  return [
    ...(hasDecimals(price) ? [{ column: 'price' as const, message }] : []),
    ...(breaks.some(hasDecimals) ? [{ column: 'priceBreaks' as const, message }] : []),
  ]
}
