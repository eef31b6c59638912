import { and, eq, sql } from 'drizzle-orm'
import { describeReadings } from '#contract/cells/decimal-signs.ts'
import { readNumber } from '#contract/cells/read-number.ts'
import { type ImportField, importFieldTitles } from '#contract/cells/tool-cells.ts'
import { type Currency, isMarkOf } from '#contract/pricing/currencies.ts'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { FileColumn, FileTable, ImportKind, ImportMapping } from '#contract/schemas/admin/imports.ts'
import { importSteps } from '#contract/states/import-steps.ts'
import { cutText } from '#contract/text.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import { importMappings, importRows, imports } from '#db/tables/imports.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import type { Shop } from '#shop/shop.ts'
import { normalizeHeading } from '#tables/fields.ts'
import { findAmbiguousNumber, importFields } from '#tables/import-fields.ts'
import { proposeImportMapping } from '#tables/propose-import-mapping.ts'
import { divideImport } from './portions.ts'
import type { ReadTable } from './read-file.ts'
import { toImportKind } from './row-kinds.ts'

interface MappedTable {
  fileTable: FileTable
  mapping: ImportMapping
  supplier: string
  /** Whether nothing has to be asked. */
  isKnown: boolean
}

/** Uses the columns that are kept for the supplier, or for a file with the same headings; else proposes some. */
export async function mapTable(
  shop: Shop,
  kind: ImportKind,
  { isOwn, ...read }: ReadTable,
  supplier: string,
): Promise<MappedTable> {
  const { columns } = read
  const isKnownSku = await findKnownSkus(shop.db, columns)
  const { mapping: proposed, notes } = proposeImportMapping(read, importFields[kind], isKnownSku)
  const described = columns.map((column, index) => ({ ...column, note: notes[index] ?? '' }))
  const fileTable: FileTable = { ...read, columns: described, differences: [] }
  const isComplete = (mapping: ImportMapping) =>
    findMappingErrors(kind, fileTable, mapping, shop.settings.current.currency).length === 0
  const isReadAsNamed = columns.every(({ title }, index) => isTitleOf(title, proposed.columns[index]))
  if (isOwn && isReadAsNamed && isComplete(proposed)) return { fileTable, mapping: proposed, supplier, isKnown: true }
  const titles = columns.map(({ title }) => title)
  const kept = await findKept(shop.db, kind, supplier, titles)
  const asked = {
    ...proposed,
    defaults: {},
    ...(!isOwn && kind === 'tools' && { addsCategories: true, readsHtml: true }),
  }
  if (!kept) return { fileTable, mapping: asked, supplier, isKnown: false }
  const { differences, fields } = compareTitles(kept, fileTable.columns)
  const mapping = { ...kept.mapping, columns: fields, decimalSign: proposed.decimalSign ?? kept.mapping.decimalSign }
  const isKnown = differences.length === 0 && isComplete(mapping)
  return { fileTable: { ...fileTable, differences }, mapping, supplier: kept.supplier, isKnown }
}

const isTitleOf = (title: string, field: ImportField | null | undefined) =>
  normalizeHeading(title) === (field ? normalizeHeading(importFieldTitles[field]) : '')

async function findKnownSkus(db: Db, columns: readonly { examples: string[] }[]): Promise<(cell: string) => boolean> {
  const texts = [...new Set(columns.flatMap(({ examples }) => examples).map(text => text.toLowerCase()))]
  const skus = texts.filter(text => /^[a-z0-9][a-z0-9._/-]{0,39}$/.test(text))
  const found = await db
    .select({ sku: sql<string>`lower(sku)` })
    .from(tools)
    .where(sql`lower(sku) = any(${sql.param(skus)}::text[]) and deleted_at is null`)
  const known = new Set(found.map(({ sku }) => sku))
  return cell => known.has(cell.toLowerCase())
}

type KeptMapping = typeof importMappings.$inferSelect

/** A file without a supplier's name is known by its headings, if the lists of only one supplier have them. */
async function findKept(
  db: Db,
  kind: ImportKind,
  supplier: string,
  titles: readonly string[],
): Promise<KeptMapping | undefined> {
  if (supplier !== '') {
    const isNamed = and(eq(importMappings.kind, kind), eq(importMappings.supplier, supplier))
    const [kept] = await db.select().from(importMappings).where(isNamed)
    return kept
  }
  if (titles.every(title => title === '')) return undefined
  const isSame = sql`kind = ${kind} and titles = ${JSON.stringify(titles)}::jsonb`
  const [kept, ...others] = await db.select().from(importMappings).where(isSame).limit(2)
  return others.length === 0 ? kept : undefined
}

/** Columns are found by their headings, the second with a heading as the second; without headings by their place. */
function compareTitles({ titles, mapping }: KeptMapping, columns: readonly FileColumn[]) {
  const names = numberTitles(titles)
  const isNamed = titles.some(title => title !== '')
  const former = numberTitles(columns.map(({ title }) => title)).map((name, index) =>
    isNamed ? names.indexOf(name) : index,
  )
  const missing = titles.flatMap((title, index) => {
    const field = mapping.columns[index]
    return field && !former.includes(index)
      ? `“${title || `Column ${index + 1}`}”, the ${name(field)}, is not in this file.`
      : []
  })
  const added = columns.flatMap(({ title, filled }, index) =>
    (isNamed && title === '') || filled === 0 || ((former[index] ?? -1) >= 0 && (former[index] ?? 0) < titles.length)
      ? []
      : `“${title || `Column ${index + 1}`}” is new in this file.`,
  )
  return { differences: [...missing, ...added], fields: former.map(index => mapping.columns[index] ?? null) }
}

/** 'price 1', and 'price 2' for a second column of that name. */
function numberTitles(titles: readonly string[]): string[] {
  const names = titles.map(normalizeHeading)
  return names.map((name, index) => `${name} ${names.slice(0, index + 1).filter(other => other === name).length}`)
}

const name = (field: ImportField) => importFieldTitles[field].toLowerCase().replace('sku', 'SKU')

/** What keeps a list from being read, at `columns` or `decimalSign`. */
function findMappingErrors(
  kind: ImportKind,
  table: FileTable,
  mapping: ImportMapping,
  currency: Currency,
): FieldError[] {
  const { columns } = mapping
  const describe = (index: number) => `“${cutText(table.columns[index]?.title || `Column ${index + 1}`, 60)}”`
  const fail = (message: string, field = 'columns') => [{ field, message }]
  if (columns.length !== table.columns.length) return fail('The file has other columns.')
  const unfit = columns.find(field => field !== null && !importFields[kind][field])
  if (unfit)
    return fail(`${kind === 'tools' ? 'Tools' : 'Rows of a price list'} have no “${importFieldTitles[unfit]}”.`)
  const missing = findMissingField(kind, mapping)
  if (missing) return fail(missing)
  const { discount = 0, pricePer = 1, hasImpliedDecimals = false } = mapping
  const isPriceComputed = discount > 0 || pricePer > 1 || hasImpliedDecimals
  if (
    columns.includes('priceBreaks') &&
    (isPriceComputed || columns.includes('discount') || columns.includes('pricePer'))
  )
    return fail('Price breaks can’t be read beside a discount, a price for many pieces or prices in cents.')
  const errors: FieldError[] = []
  for (const [index, field] of columns.entries()) {
    const first = columns.indexOf(field)
    if (field === null) continue
    if (first !== index && importFields[kind][field]?.joinedBy === undefined)
      errors.push(
        ...fail(`“${importFieldTitles[field]}” is chosen for two columns: ${describe(first)} and ${describe(index)}.`),
      )
    const foreign = Object.entries(table.columns[index]?.marks ?? {}).find(([mark]) => !isMarkOf(mark, currency))
    if (importFields[kind][field]?.reads === 'amount' && foreign)
      errors.push(...fail(`Prices of this shop are in ${currency}, but ${describe(index)} has “${foreign[1]}”.`))
  }
  const ambiguous = findAmbiguousNumber(table.columns, columns)
  const reading = ambiguous === undefined ? undefined : readNumber(ambiguous)
  if (ambiguous !== undefined && reading && 'readings' in reading && mapping.decimalSign === undefined)
    errors.push(
      ...fail(`${describeReadings(ambiguous, reading.readings)} How does the file write decimals?`, 'decimalSign'),
    )
  return errors
}

function findMissingField(kind: ImportKind, { columns, defaults }: ImportMapping): string | undefined {
  const has = (...fields: ImportField[]) => fields.some(field => columns.includes(field))
  if (kind === 'tools') {
    if (!has('sku')) return 'Which column is the SKU?'
    return columns.every(field => field === 'sku' || field === null)
      ? 'Choose at least one column beside the SKU.'
      : undefined
  }
  if (!has('sku', 'discountGroup')) return 'Which column is the SKU, or the discount group?'
  if (!has('price', 'percentOff')) return 'Which column is the price, or the percentage off the public price?'
  return has('validFrom') || defaults?.validFrom ? undefined : 'From which day do the prices count?'
}

/** Keeps the columns for the supplier, if one is named. Refuses `not_found`, `changed_meanwhile` and `invalid_input`. */
export async function mapImport(
  shop: Shop,
  admin: Actor,
  id: string,
  { mapping, supplier = '' }: { mapping: ImportMapping; supplier?: string | undefined },
): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const [found] = await transaction.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!found) refuse('not_found')
    const { fileTable, state } = found
    if (!fileTable || !importSteps.map.from.some(each => each === state)) refuse('changed_meanwhile')
    const kind = toImportKind(found)
    const errors = findMappingErrors(kind, fileTable, mapping, shop.settings.current.currency)
    if (errors.length > 0) refuse('invalid_input', errors)
    const runInPortions = await divideImport(transaction, id)
    await runInPortions(portion =>
      transaction
        .update(importRows)
        // A repaired row keeps its cells, and is checked again.
        .set({ cells: sql`case when file_cells is null then cells end`, status: 'pending' })
        .where(and(eq(importRows.importId, id), portion)),
    )
    await transaction
      .update(imports)
      .set({ state: importSteps.map.to, mapping, supplier, failure: '', staleCount: 0 })
      .where(eq(imports.id, id))
    const titles = fileTable.columns.map(({ title }) => title)
    // The day and such discounts are those of one file.
    const { validFrom: _, ...defaults } = mapping.defaults ?? {}
    const kept = { ...mapping, defaults, allowsLargeDiscounts: false }
    if (supplier !== '')
      await transaction
        .insert(importMappings)
        .values({ kind, supplier, titles, mapping: kept })
        .onConflictDoUpdate({ target: [importMappings.kind, importMappings.supplier], set: { titles, mapping: kept } })
    await recordAction(transaction, admin, 'map_import', { id, target: found.fileName, after: { note: supplier } })
  })
}

export async function listSuppliers({ db }: Shop): Promise<string[]> {
  const rows = await db
    .selectDistinct({ supplier: importMappings.supplier })
    .from(importMappings)
    .orderBy(importMappings.supplier)
  return rows.map(({ supplier }) => supplier)
}
