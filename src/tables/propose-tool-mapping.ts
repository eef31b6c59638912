import type { ToolField } from '#contract/cells/tool-cells.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { Column } from './describe-columns.ts'
import { type ColumnProposal, findSignOfColumns, proposeColumns } from './propose-mapping.ts'
import { toolFields } from './tool-fields.ts'

export interface ToolMappingProposal {
  mapping: ImportMapping
  /** What a person should look at, by column; empty where there is nothing. */
  notes: string[]
}

export function proposeToolMapping(
  columns: readonly Column[],
  isKnownSku: (cell: string) => boolean,
): ToolMappingProposal {
  const proposals = proposeColumns(columns, toolFields, isKnownSku)
  readDescriptionAsName(proposals)
  noteOnPrice(columns, proposals)
  return {
    mapping: { columns: proposals.map(({ field }) => field), decimalSign: findSignOfColumns(columns) },
    notes: proposals.map(({ note }) => note),
  }
}

/** Price lists call the name a description. */
function readDescriptionAsName(proposals: ColumnProposal<ToolField>[]): void {
  if (proposals.some(({ field }) => field === 'name')) return
  for (const [index, { field }] of proposals.entries())
    if (field === 'description')
      proposals[index] = { field: 'name', note: 'Is this the name, or the description? No other column is the name.' }
}

/** Says why the price is uncertain: other columns have amounts, or whole amounts may be cents. */
function noteOnPrice(columns: readonly Column[], proposals: ColumnProposal<ToolField>[]): void {
  const price = proposals.find(({ field }) => field === 'price')
  if (price?.note !== '') return
  const others = columns.filter(
    ({ numbers, filled, decimalSigns, gtins }, index) =>
      proposals[index]?.field === null && decimalSigns !== '' && numbers * 2 > filled && gtins === 0,
  )
  const titles = others.map(({ title }) => `“${title}”`).join(', ')
  if (others.length > 0) price.note = `Amounts stand in ${titles}, too: please check.`
  if (columns[proposals.indexOf(price)]?.hasImpliedDecimals)
    price.note = 'Amounts without a decimal sign are far larger than the others: are they cents?'
}
