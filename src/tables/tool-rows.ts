import { findCurrencyMark } from '#contract/cells/read-number.ts'
import { formatPriceCell, type ToolColumn } from '#contract/cells/tool-cells.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import { mapRow } from './map-row.ts'
import { toolFields } from './tool-fields.ts'

export type ToolCells = Partial<Record<ToolColumn, string>>

/** The cells of a tool that a row of any price list has, as in a list of this shop. */
export function mapToolRow(cells: readonly string[], mapping: ImportMapping, titles: readonly string[]): ToolCells {
  const { specification, pricePer, discount, currency, ...own } = mapRow(cells, mapping, toolFields)
  const tool: ToolCells = own
  if (tool.price !== undefined) {
    const pieces = pricePer === undefined ? String(mapping.pricePer ?? 1) : readPricePer(pricePer)
    const off = discount?.replace(/\s*%$/, '') ?? String(mapping.discount ?? '')
    const isRounded = mapping.roundsPrices && /\.\d{3}/.test(tool.price)
    const amount = currency === undefined ? tool.price : addCurrency(tool.price, currency.trim())
    tool.price = formatPriceCell(amount, { pieces, discount: off === '0' ? '' : off, isRounded: isRounded ?? false })
  }
  if (tool.sku !== undefined && /^[\d ]+$/.test(tool.sku)) tool.sku = tool.sku.replaceAll(' ', '')
  if (tool.category !== undefined) tool.category = tool.category.split(/\s*(?:->|[>|»])\s*/).at(-1) ?? ''
  if (specification !== undefined) {
    const named = mapping.columns.flatMap((field, index) => {
      const cell = cells[index]?.trim() ?? ''
      return field === 'specification' && cell !== '' ? `${titles[index] || `Column ${index + 1}`}: ${cell}` : []
    })
    tool.specifications = [tool.specifications ?? '', ...named].filter(Boolean).join('\n')
  }
  return tool
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
