import { findCurrencyMark } from '#contract/cells/read-number.ts'
import { type ImportColumn, parseCell } from '#contract/cells/tool-cells.ts'
import { type Currency, isMarkOf } from '#contract/pricing/currencies.ts'
import { toCents } from '#contract/pricing/money.ts'
import type { ImportCells } from '#tables/import-rows.ts'
import type { RowError } from './row-kind.ts'

export type ReadValues = Partial<Record<ImportColumn, unknown>>

/** Reads the cells beside the SKU; empty ones are left out. */
export function readValues(cells: ImportCells, currency: Currency): { values: ReadValues; errors: RowError[] } {
  const values: ReadValues = {}
  const errors: RowError[] = []
  for (const [column, text] of Object.entries(cells) as [ImportColumn, string][]) {
    if (text === '' || column === 'sku') continue
    const foreign = amountColumns.includes(column) ? findForeignAmount(text, currency) : undefined
    if (foreign !== undefined)
      errors.push({ column, message: `Prices of this shop are in ${currency}, but this is “${foreign}”.` })
    const parsed = parseCell(column, text)
    if (parsed.problem !== undefined) errors.push({ column, message: parsed.problem })
    else values[column] = parsed.value
  }
  return { values, errors }
}

const amountColumns: readonly ImportColumn[] = ['price', 'priceBreaks']

const findForeignAmount = (text: string, currency: Currency) =>
  text
    .replace(/^~\s*/, '')
    .split(/[;:/]|\s-\s/)
    .find(part => {
      const mark = findCurrencyMark(part)
      return mark !== undefined && !isMarkOf(mark, currency)
    })
    ?.trim()

export function findDecimalErrors({ price, priceBreaks }: ReadValues): RowError[] {
  const hasDecimals = (amount: unknown) => typeof amount === 'number' && toCents(amount) === undefined
  const breaks = Array.isArray(priceBreaks) ? priceBreaks.map(each => each.price) : []
  const message = 'At most two decimals.'
  return [
    ...(hasDecimals(price) ? [{ column: 'price' as const, message }] : []),
    ...(breaks.some(hasDecimals) ? [{ column: 'priceBreaks' as const, message }] : []),
  ]
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** One error for a column, if it has none yet. */
export function toRowErrors(issues: readonly Issue[], earlier: readonly RowError[]): RowError[] {
  const errors: RowError[] = []
  for (const { path, message } of issues) {
    const column = path[0] as ImportColumn
    if (![...earlier, ...errors].some(error => error.column === column)) errors.push({ column, message })
  }
  return errors
}
