import type { ToolField } from '#contract/cells/tool-cells.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { Column } from './describe-columns.ts'
import { type ColumnProposal, findDecimalSign, proposeColumns } from './propose-mapping.ts'
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
  nameOtherAmounts(columns, proposals)
  const fields = proposals.map(({ field }) => field)
  const prices = columns.filter((_, index) => fields[index] === 'price')
  return {
    mapping: {
      columns: fields,
      decimalSign: findDecimalSign(columns),
      hasImpliedDecimals: prices.some(({ hasImpliedDecimals }) => hasImpliedDecimals),
    },
    notes: proposals.map(({ note }) => note),
  }
}

/** Price lists call the name a description. */
function readDescriptionAsName(proposals: ColumnProposal<ToolField>[]): void {
  if (proposals.some(({ field }) => field === 'name')) return
  for (const proposal of proposals) if (proposal.field === 'description') proposal.field = 'name'
}

function nameOtherAmounts(columns: readonly Column[], proposals: ColumnProposal<ToolField>[]): void {
  const price = proposals.find(({ field }) => field === 'price')
  const others = columns.filter(
    ({ numbers, filled, decimalSigns, gtins }, index) =>
      proposals[index]?.field === null && decimalSigns !== '' && numbers * 2 > filled && gtins === 0,
  )
  if (price?.note !== '' || others.length === 0) return
  const titles = others.map(({ title }) => `“${title}”`).join(', ')
  price.note = `Amounts stand in ${titles}, too: please check.`
}
