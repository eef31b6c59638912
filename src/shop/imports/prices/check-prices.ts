import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type ImportColumn, parseCell } from '#contract/cells/tool-cells.ts'
import type { Currency } from '#contract/pricing/currencies.ts'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import { NewListRow } from '#contract/schemas/prices.ts'
import type { Db } from '#db/database.ts'
import type { ChangedFields } from '#db/tables/audit-log.ts'
import { tools } from '#db/tables/catalogue.ts'
import { listRows } from '#db/tables/companies.ts'
import { type ImportRecord, importRows, type UndoneChange } from '#db/tables/imports.ts'
import { findSellingErrors } from '#shop/catalogue/tool-rules.ts'
import { findDecimalErrors, readValues, toRowErrors } from '#shop/imports/read-values.ts'
import type { CheckedRow, RowError, RowToCheck } from '#shop/imports/row-kind.ts'
import { isLargeDiscount } from '#shop/prices/list-rows.ts'
import type { Shop } from '#shop/shop.ts'
import type { ImportCells } from '#tables/import-rows.ts'

/** A row of a price list, as the audit log names its fields: with neither price nor percentage it ends an earlier one. */
type RowFields = Pick<
  ChangedFields,
  'sku' | 'discount_group' | 'validFrom' | 'price_cents' | 'price_breaks' | 'percentOff'
>

type Tool = Pick<typeof tools.$inferSelect, 'id' | 'sku' | 'priceCents' | 'priceBreaks'>

type ListedRow = Record<string, unknown> & {
  tool_id: string | null
  discount_group: string | null
  valid_from: string
  price_cents: number | null
  price_breaks: PriceBreak[]
  percent_off: number | null
}

interface Context extends Partial<ImportMapping> {
  /** Keyed by SKU in lower case. */
  tools: ReadonlyMap<string, Tool>
  groups: ReadonlySet<string>
  /** Rows of the list, by the id of their tool, their group or `everyTool`. */
  listed: ReadonlyMap<string, readonly ListedRow[]>
  /** Rows of the import, by what they are for and their day. */
  imported: ReadonlyMap<string, readonly { position: number }[]>
  currency: Currency
}

/** Stands in a file as the SKU of a row for all tools. */
const everyTool = '*'

export async function checkPrices(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  record: Pick<ImportRecord, 'id' | 'mapping' | 'listId'>,
  rows: readonly RowToCheck[],
): Promise<CheckedRow[]> {
  const context = { ...record.mapping, ...(await readContext(db, record, rows)), currency: settings.current.currency }
  return rows.map(row => checkRow(row, context))
}

async function readContext(
  db: Db,
  record: Pick<ImportRecord, 'id' | 'mapping' | 'listId'>,
  rows: readonly RowToCheck[],
) {
  const skus = sql.param([...new Set(rows.map(({ sku }) => sku.toLowerCase()))])
  const found = await db
    .select({ id: tools.id, sku: tools.sku, priceCents: tools.priceCents, priceBreaks: tools.priceBreaks })
    .from(tools)
    .where(sql`lower(sku) = any(${skus}::text[]) and deleted_at is null`)
  const named = rows.flatMap(
    ({ cells, undone }) =>
      cells?.discountGroup || undone?.written.discount_group || undone?.wanted.discount_group || [],
  )
  const groups = sql.param([...new Set(named)])
  const known = await db
    .selectDistinct({ group: tools.discountGroup })
    .from(tools)
    .where(sql`discount_group = any(${groups}::text[]) and deleted_at is null`)
  const ids = sql.param([...found.map(({ id }) => id), ...rows.flatMap(({ undone }) => undone?.toolId ?? [])])
  const select = sql`select tool_id, discount_group, valid_from::text, price_cents, price_breaks, percent_off::float
    from ${listRows} where list_id = ${record.listId}`
  const { rows: present } = await db.execute<ListedRow>(sql`
    ${select} and tool_id = any(${ids}::uuid[])
    union all ${select} and tool_id is null and (discount_group is null or discount_group = any(${groups}::text[]))`)
  const same = sql`import_id = ${record.id} and lower(sku) = any(${skus}::text[])
    and (sku <> '' or cells ->> 'discountGroup' = any(${groups}::text[]))`
  const imported = await db
    .select({ position: importRows.position, cells: importRows.cells })
    .from(importRows)
    .where(same)
  return {
    tools: new Map(found.map(tool => [tool.sku.toLowerCase(), tool])),
    groups: new Set(known.map(({ group }) => group)),
    listed: Map.groupBy(present, ({ tool_id, discount_group }) => tool_id ?? discount_group ?? everyTool),
    imported: Map.groupBy(imported, ({ cells }) => toKey(cells ?? {}, record.mapping)),
  }
}

function checkRow(row: RowToCheck, context: Context): CheckedRow {
  const { position, sku, undone } = row
  const cells = row.cells ?? {}
  const tool = context.tools.get(sku.toLowerCase())
  const base = {
    position,
    toolId: tool?.id ?? null,
    stock: 0,
    stockMoves: 0,
    before: {},
    after: {},
    errors: [],
    kept: [],
  }
  if (undone) return { ...base, change: 0, toolId: undone.toolId, ...checkUndo(undone, context) }
  const { values, errors } = readValues(
    { ...cells, validFrom: cells.validFrom || context.defaults?.validFrom || '' },
    context.currency,
  )
  const named = { sku: sku === everyTool ? '' : sku, discountGroup: cells.discountGroup ?? '' }
  const parsed = NewListRow.safeParse({ ...values, ...named, ends: values.percentOff === null })
  errors.push(...findReferenceErrors(row, tool, context), ...findDecimalErrors(values))
  if (!parsed.success) errors.push(...toRowErrors(parsed.error.issues.map(toColumn), errors))
  if (errors.length > 0 || !parsed.success) return { ...base, change: 0, status: 'faulty', errors }
  const wanted = toFields(parsed.data, tool?.sku)
  errors.push(...findTermErrors(wanted, tool, context))
  if (errors.length > 0) return { ...base, change: 0, status: 'faulty', errors }
  const listed = context.listed.get(tool?.id ?? wanted.discount_group ?? everyTool) ?? []
  const present = listed.find(({ valid_from }) => valid_from === wanted.validFrom)
  const change = computeChange(wanted, listed, tool)
  if (!present) return { ...base, change, status: 'new', after: wanted }
  const before = toListedFields(present, tool?.sku)
  if (isDeepStrictEqual(before, wanted)) return { ...base, change: 0, status: 'unchanged' }
  return { ...base, change, status: 'changed', before, after: wanted }
}

/** A row that ends an earlier one says so in its percentage. */
const toColumn = ({ path, message }: z.core.$ZodIssue) => ({
  path: path[0] === 'ends' ? ['percentOff'] : path,
  message,
})

function findReferenceErrors(
  { sku, position, cells }: RowToCheck,
  tool: Tool | undefined,
  context: Context,
): RowError[] {
  const group = cells?.discountGroup ?? ''
  const errors: RowError[] = []
  if (sku === '' && group === '')
    errors.push({ column: 'sku', message: 'A SKU or a discount group is needed; * stands for all tools.' })
  if (sku !== '' && sku !== everyTool && !tool) errors.push({ column: 'sku', message: 'No tool has that SKU.' })
  if (group !== '' && sku === everyTool)
    errors.push({ column: 'discountGroup', message: 'A row is for all tools or for a group, not for both.' })
  if (group !== '' && !context.groups.has(group))
    errors.push({ column: 'discountGroup', message: 'No tool has that discount group.' })
  const other = context.imported.get(toKey(cells ?? {}, context))?.find(each => each.position !== position)
  if (other)
    errors.push({ column: 'sku', message: `Row ${other.position + 1} of the file has the same, from the same day.` })
  return errors
}

function findTermErrors(wanted: RowFields, tool: Tool | undefined, { allowsLargeDiscounts }: Context): RowError[] {
  const { price_cents: priceCents = null, price_breaks: priceBreaks = [], percentOff = null } = wanted
  if (!allowsLargeDiscounts && isLargeDiscount({ priceCents, priceBreaks, percentOff }, tool))
    return [{ column: priceCents === null ? 'percentOff' : 'price', message: largeDiscount }]
  if (priceCents === null) return []
  const errors = findSellingErrors({ priceCents, priceBreaks, minimum: 1, increment: 1 })
  return errors.map(({ field, message }) => ({ column: field as ImportColumn, message }))
}

const largeDiscount =
  'That is 90 percent off the public price or more. If it is meant, allow it beside the columns of the file.'

/** What a row is for, and its day. */
function toKey(
  { sku = '', discountGroup = '', validFrom }: ImportCells,
  mapping: Partial<ImportMapping> | null,
): string {
  const day = validFrom || mapping?.defaults?.validFrom || ''
  return JSON.stringify([sku.toLowerCase(), discountGroup, parseCell('validFrom', day).value ?? day])
}

/** From the price that the list has until that day, else from the public one; of a percentage, what it takes off. */
function computeChange(
  { validFrom = '', price_cents: price, percentOff }: RowFields,
  listed: readonly ListedRow[],
  tool: Tool | undefined,
) {
  if (price === undefined) return -(percentOff ?? 0) / 100
  const [former] = listed
    .filter(({ valid_from }) => valid_from <= validFrom)
    .toSorted((one, other) => (one.valid_from < other.valid_from ? 1 : -1))
  const base = former?.price_cents ?? tool?.priceCents
  return base === undefined ? 0 : price / base - 1
}

function toFields(row: z.output<typeof NewListRow>, sku: string | undefined): RowFields {
  return {
    ...(sku !== undefined && { sku }),
    ...(row.discountGroup !== '' && { discount_group: row.discountGroup }),
    validFrom: row.validFrom,
    ...(row.price !== null && { price_cents: Math.round(row.price * 100) }),
    price_breaks: (row.priceBreaks ?? []).map(({ from, price }) => ({ from, priceCents: Math.round(price * 100) })),
    percentOff: row.percentOff,
  }
}

function toListedFields(row: ListedRow, sku: string | undefined): RowFields {
  return {
    ...(sku !== undefined && { sku }),
    ...(row.discount_group !== null && { discount_group: row.discount_group }),
    validFrom: row.valid_from,
    ...(row.price_cents !== null && { price_cents: row.price_cents }),
    price_breaks: row.price_breaks,
    percentOff: row.percent_off,
  }
}

/** A row that was changed or deleted since stays as it is. */
function checkUndo(
  { toolId, status, wanted, written }: UndoneChange,
  { listed }: Context,
): Pick<CheckedRow, 'status'> & Partial<CheckedRow> {
  const { sku, discount_group: group, validFrom } = status === 'removed' ? wanted : written
  const row = listed.get(toolId ?? group ?? everyTool)?.find(({ valid_from }) => valid_from === validFrom)
  const present = row && toListedFields(row, sku)
  if (status === 'removed') return present ? keep : { status: 'new', after: wanted }
  if (!isDeepStrictEqual(present, written)) return keep
  return status === 'new'
    ? { status: 'removed', before: written }
    : { status: 'changed', before: written, after: wanted }
}

const keep = { status: 'unchanged' as const, kept: ['price_cents', 'percentOff'] }
