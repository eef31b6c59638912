import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type ImportColumn, placeholderImage } from '#contract/cells/tool-cells.ts'
import type { Currency } from '#contract/pricing/currencies.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import { NewTool, Sku } from '#contract/schemas/tools.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { brands, categories, stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import { type ImportRecord, importRows } from '#db/tables/imports.ts'
import { orderLines } from '#db/tables/orders.ts'
import { findSellingErrors, findSpecificationErrors } from '#shop/catalogue/tool-rules.ts'
import { readSnapshots, type ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import { findDecimalErrors, type ReadValues, readValues, toRowErrors } from '#shop/imports/read-values.ts'
import type { CheckedRow, RowError, RowToCheck } from '#shop/imports/row-kind.ts'
import type { Shop } from '#shop/shop.ts'
import type { ImportCells } from '#tables/import-rows.ts'
import { checkUndo } from './check-undo.ts'
import { pickChanges, toSnapshotFields } from './snapshot-fields.ts'

/** Adjustments that follow from orders do not count. */
const isStockMove = sql`reason in ('opening', 'receipt', 'count', 'damage', 'edit', 'import')`

export interface CatalogueContext {
  /** Keyed by SKU in lower case. */
  tools: ReadonlyMap<string, ToolSnapshot & { id: string }>
  /** How often the stock of tools moved, orders left out. */
  stockMoves: ReadonlyMap<string, number>
  /** Tools that were ordered, or whose stock has moved since they were added. */
  moved: ReadonlySet<string>
  categories: ReadonlySet<string>
  /** Names by slug. */
  brands: ReadonlyMap<string, string>
  images: ReadonlySet<string>
}

interface RepeatedRow {
  position: number
  price: string | null
}

interface CheckSettings extends Partial<ImportMapping> {
  /** Rows of the import by SKUs in lower case that several of them have. */
  repeated: ReadonlyMap<string, readonly RepeatedRow[]>
  currency: Currency
}

type Context = CatalogueContext & CheckSettings

export async function checkTools(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { id, mapping }: Pick<ImportRecord, 'id' | 'mapping'>,
  rows: readonly RowToCheck[],
): Promise<CheckedRow[]> {
  const { currency } = settings.current
  const repeated = await findRepeatedSkus(db, id, rows)
  return compareWithCatalogue(db, rows, { ...mapping, repeated, currency })
}

export async function compareWithCatalogue(
  db: Db,
  rows: readonly RowToCheck[],
  settings: CheckSettings,
): Promise<CheckedRow[]> {
  const context = { ...(await readContext(db, rows)), ...settings }
  return rows.map(row => checkRow(row, context))
}

async function findRepeatedSkus(db: Db, importId: string, rows: readonly { sku: string }[]) {
  const skus = [...new Set(rows.map(({ sku }) => sku.toLowerCase()))]
  const repeated = await db
    .select({
      sku: sql<string>`lower(sku)`,
      rows: sql<
        RepeatedRow[]
      >`jsonb_agg(jsonb_build_object('position', position, 'price', cells ->> 'price') order by position)`,
    })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), sql`lower(sku) = any(${sql.param(skus)}::text[])`))
    .groupBy(sql`lower(sku)`)
    .having(gt(sql`count(*)`, 1))
  return new Map(repeated.map(({ sku, rows }) => [sku, rows]))
}

async function readContext(db: Db, rows: readonly RowToCheck[]): Promise<CatalogueContext> {
  const collect = (column: ImportColumn) => [...new Set(rows.map(({ cells }) => cells?.[column] ?? '').filter(Boolean))]
  const replacements = rows.flatMap(({ undone }) => undone?.wanted?.replacement_sku ?? [])
  const skus = [...new Set([...rows.map(({ sku }) => sku), ...collect('replacementSku'), ...replacements])]
  const found = await db
    .select({ id: tools.id })
    .from(tools)
    .where(sql`lower(sku) = any(${sql.param(skus.map(sku => sku.toLowerCase()))}::text[]) and deleted_at is null`)
  const ids = found.map(({ id }) => id)
  // Moves are read before the stock: a move in between makes the row stale instead of counting twice.
  const moves = await db
    .select({ toolId: stockAdjustments.toolId, count: sql<number>`count(*)::int` })
    .from(stockAdjustments)
    .where(and(inArray(stockAdjustments.toolId, ids), isStockMove))
    .groupBy(stockAdjustments.toolId)
  const snapshots = await readSnapshots(db, ids)
  const listed = await db.select({ slug: categories.slug }).from(categories)
  const named = await db.select({ slug: brands.slug, name: brands.name }).from(brands)
  const urls = [...collect('image'), ...rows.flatMap(({ undone }) => undone?.wanted?.image ?? [])]
  const known = await db.select({ url: images.url }).from(images).where(inArray(images.url, urls))
  return {
    tools: new Map(snapshots.map(tool => [tool.sku.toLowerCase(), tool])),
    stockMoves: new Map(moves.map(({ toolId, count }) => [toolId, count])),
    moved: await findMoved(
      db,
      rows.flatMap(({ undone }) => (undone?.status === 'new' ? (undone.toolId ?? []) : [])),
    ),
    categories: new Set(listed.map(({ slug }) => slug)),
    brands: new Map(named.map(({ slug, name }) => [slug, name])),
    images: new Set(known.map(({ url }) => url)).add(placeholderImage),
  }
}

async function findMoved(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const ordered = await db
    .selectDistinct({ toolId: orderLines.toolId })
    .from(orderLines)
    .where(inArray(orderLines.toolId, [...ids]))
  const adjusted = await db
    .selectDistinct({ toolId: stockAdjustments.toolId })
    .from(stockAdjustments)
    .where(and(inArray(stockAdjustments.toolId, [...ids]), ne(stockAdjustments.reason, 'opening')))
  return new Set([...ordered, ...adjusted].flatMap(({ toolId }) => toolId ?? []))
}

function checkRow(row: RowToCheck, context: Context): CheckedRow {
  const { position, sku } = row
  const present = context.tools.get(sku.toLowerCase())
  const toolId = present?.id ?? null
  const stock = { stock: present?.available ?? 0, stockMoves: context.stockMoves.get(toolId ?? '') ?? 0 }
  const base = { ...stock, position, toolId, before: {}, after: {}, errors: [], kept: [], change: 0 }
  if (row.undone) return { ...base, ...checkUndo(row.undone, present, context) }
  const fail = (errors: RowError[]): CheckedRow => ({ ...base, status: 'faulty', errors })
  const validSku = Sku.safeParse(sku)
  if (sku !== '' && !validSku.success)
    return fail([{ column: 'sku', message: validSku.error.issues[0]?.message ?? '' }])
  const cells = present ? (row.cells ?? {}) : addDefaults(row.cells ?? {}, context.defaults)
  const { values, errors } = readValues(cells, context.currency)
  const { availableBefore, ...entered } = values
  if (present && typeof entered.available === 'number' && typeof availableBefore === 'number')
    entered.available = present.available + entered.available - availableBefore
  errors.push(...findReferenceErrors(entered, row, context))
  if (typeof entered.category === 'string') entered.category = toCategorySlug(entered.category, context)
  const parsed = present
    ? PartialTool.safeParse(entered)
    : NewTool.safeParse({ image: placeholderImage, ...entered, sku })
  if (!parsed.success) errors.push(...toRowErrors(explainMissing(parsed.error.issues, { sku, ...entered }), errors))
  if (errors.length > 0 || !parsed.success) return fail(errors)
  const { sku: _, ...fields } = parsed.data
  const wanted = toSnapshotFields({ ...fields, ...spellAsStored(fields, context) })
  if (context.scalesBreaks && present && !wanted.price_breaks) Object.assign(wanted, scaleBreaks(present, wanted))
  const changes = present ? pickChanges(present, wanted) : { before: {}, after: { ...wanted, sku } }
  errors.push(...findContradictions({ ...newToolDefaults, ...present, ...wanted }))
  if (errors.length > 0) return fail(errors)
  const isChanged = Object.keys(changes.after).length > 0
  const status = !present ? 'new' : isChanged ? 'changed' : 'unchanged'
  const { price_cents: price = 0 } = changes.after
  return { ...base, ...changes, status, change: present && price ? price / present.price_cents - 1 : 0 }
}

const explainMissing = (issues: readonly z.core.$ZodIssue[], entered: ReadValues) =>
  issues.map(({ path, message }) => ({
    path,
    message: String(path[0]) in entered ? message : 'A new tool needs this.',
  }))

function addDefaults(cells: ImportCells, defaults: ImportCells | undefined): ImportCells {
  if (!defaults) return cells
  const filled = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''))
  const given = Object.fromEntries(Object.entries(defaults).filter(([, text]) => text !== ''))
  const implied = { minimum: cells.increment || '1', available: '0', description: cells.name ?? '' }
  return { ...implied, ...given, ...filled }
}

function scaleBreaks(present: ToolSnapshot, { price_cents: price }: Partial<ToolSnapshot>) {
  if (price === undefined || price === present.price_cents || present.price_breaks.length === 0) return {}
  const factor = price / present.price_cents
  return {
    price_breaks: present.price_breaks.map(each => ({ ...each, priceCents: Math.round(each.priceCents * factor) })),
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

/** A category is named by its slug or its name. */
const toCategorySlug = (text: string, { categories }: Pick<CatalogueContext, 'categories'>) =>
  text === '' || categories.has(text) ? text : toSlug(text)

const describeRepetition = ({ position, price }: RepeatedRow) =>
  `Row ${position + 1} of the file has that SKU, too${price ? `, at ${price}` : ''}.`

function findReferenceErrors(values: ReadValues, { sku, position }: RowToCheck, context: Context): RowError[] {
  const errors: RowError[] = [...findDecimalErrors(values)]
  const check = (column: ImportColumn, isRight: (text: string) => boolean, message: string) => {
    const text = values[column]
    if (typeof text === 'string' && text !== '' && !isRight(text)) errors.push({ column, message })
  }
  if (sku === '') errors.push({ column: 'sku', message: 'A SKU is needed.' })
  const [other] = context.repeated.get(sku.toLowerCase())?.filter(each => each.position !== position) ?? []
  if (other) errors.push({ column: 'sku', message: describeRepetition(other) })
  check('brand', name => toSlug(name) !== '', 'The name of a brand needs a letter or digit.')
  const isCategory = (text: string) => {
    const slug = toCategorySlug(text, context)
    return context.categories.has(slug) || (context.addsCategories === true && slug !== '')
  }
  check('category', isCategory, 'No category has that name. See Categories and Brands.')
  check('image', url => context.images.has(url), 'The picture has to be uploaded to this shop first.')
  check('replacementSku', other => other.toLowerCase() !== sku.toLowerCase(), 'A tool does not replace itself.')
  check('replacementSku', other => context.tools.has(other.toLowerCase()), 'No tool has that SKU.')
  return errors
}

type Contradictable = Pick<ToolSnapshot, 'price_cents' | 'minimum' | 'increment' | 'price_breaks'> &
  Partial<ToolSnapshot>

function findContradictions({ minimum, increment, ...tool }: Contradictable): RowError[] {
  const rules = { priceCents: tool.price_cents, minimum, increment, priceBreaks: tool.price_breaks }
  return [...findSellingErrors(rules), ...findSpecificationErrors(tool.specifications ?? [])].map(
    ({ field, message }) => ({ column: field as ImportColumn, message }),
  )
}
