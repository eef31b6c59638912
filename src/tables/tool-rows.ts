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
    const pieces = Number(pricePer ?? mapping.pricePer ?? 1)
    const off = discount?.replace(/\s*%$/, '') ?? String(mapping.discount ?? '')
    const amount = currency === undefined ? tool.price : `${tool.price} ${currency.trim().toUpperCase()}`
    tool.price = formatPriceCell(amount, { pieces, discount: off === '0' ? '' : off })
  }
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
