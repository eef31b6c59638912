import { findCurrencyMark } from '#contract/cells/read-number.ts'
import { formatPriceCell, type ImportColumn } from '#contract/cells/tool-cells.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { ImportFields } from './import-fields.ts'
import { mapRow } from './map-row.ts'

export type ImportCells = Partial<Record<ImportColumn, string>>

/** The cells that a row of any list has, as in a list of this shop. */
export function mapImportRow(
  cells: readonly string[],
  mapping: ImportMapping,
  titles: readonly string[],
  fields: ImportFields,
): ImportCells {
  const { specification, pricePer, discount, currency, ...own } = mapRow(cells, mapping, fields)
  const row: ImportCells = own
  if (row.price !== undefined) {
    const pieces = pricePer === undefined ? String(mapping.pricePer ?? 1) : readPricePer(pricePer)
    const off = discount?.replace(/\s*%$/, '') ?? String(mapping.discount ?? '')
    const isRounded = mapping.roundsPrices && (pieces !== '1' || /\.\d{3}/.test(row.price))
    const amount = currency === undefined ? row.price : addCurrency(row.price, currency.trim())
    row.price = formatPriceCell(amount, { pieces, discount: off === '0' ? '' : off, isRounded: isRounded ?? false })
  }
  if (row.sku !== undefined && /^[\d ]+$/.test(row.sku)) row.sku = row.sku.replaceAll(' ', '')
  if (row.category !== undefined) row.category = row.category.split(/\s*(?:->|[>|»])\s*/).at(-1) ?? ''
  if (specification !== undefined) {
    const named = mapping.columns.flatMap((field, index) => {
      const cell = cells[index]?.trim() ?? ''
      return field === 'specification' && cell !== '' ? `${titles[index] || `Column ${index + 1}`}: ${cell}` : []
    })
    row.specifications = [row.specifications ?? '', ...named].filter(Boolean).join('\n')
  }
  return row
}

const lettersForPieces: Record<string, string> = {
  c: '100',
  '%': '100',
  cen: '100',
  m: '1000',
  '‰': '1000',
  mil: '1000',
}

/** 100 of '100', '100 St' and 'C'; one piece of 'EA'. */
function readPricePer(text: string): string {
  const letters = lettersForPieces[text.toLowerCase()]
  if (letters !== undefined) return letters
  return /^(ea|each|pce?s?|pc|st|stk|c62)\.?$/i.test(text) ? '1' : text
}

/** A mark that stands in the cell itself says more than the column. */
function addCurrency(price: string, currency: string): string {
  if (findCurrencyMark(price) !== undefined) return price
  return `${price} ${/^euros?$/i.test(currency) ? 'EUR' : currency.toUpperCase()}`
}
