import { toCellValue } from '#api/exports/csv.ts'
import { exportedToolColumns } from '#api/exports/list-columns.ts'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import type {
  Import as WireImport,
  ImportDetails as WireImportDetails,
  ImportRow as WireImportRow,
} from '#contract/schemas/admin/imports.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import type { ImportDetails, ImportRow, ListedImport } from '#shop/imports/imports.ts'
import { snapshotFields } from '#shop/imports/snapshot-fields.ts'

const toTime = (time: Date | null) => time?.toISOString() ?? null

export function toWireImport(record: ListedImport): WireImport {
  const { id, fileName, state, createdAt, appliedAt, undoneAt, rowCount } = record
  return {
    ...{ _id: id, fileName, state, rowCount },
    createdBy: record.uploaderEmail,
    appliedBy: record.applierEmail,
    undoneBy: record.undoerEmail,
    createdAt: createdAt.toISOString(),
    appliedAt: toTime(appliedAt),
    undoneAt: toTime(undoneAt),
  }
}

export function toWireImportDetails(details: ImportDetails): WireImportDetails {
  const { counts, staleCount, keptCount, appliedBefore, version, failure } = details
  return {
    ...toWireImport(details),
    ...{ counts, staleCount, keptCount, version, failure },
    appliedBefore: toTime(appliedBefore),
  }
}

const columns = Object.keys(snapshotFields) as (keyof typeof snapshotFields)[]

export function toWireImportRow(row: ImportRow): WireImportRow {
  const { position, sku, status, toolId, cells, before, after, errors, kept } = row
  const changed = columns.filter(column => column !== 'sku' && snapshotFields[column] in after)
  return {
    ...{ position, sku, status, toolId, cells, errors },
    changes: changed.map(column => ({ column, before: formatCell(column, before), after: formatCell(column, after) })),
    kept: columns.filter(column => kept.includes(snapshotFields[column])),
  }
}

function formatCell(column: keyof typeof snapshotFields, fields: ImportRow['before']): string {
  if (!(snapshotFields[column] in fields)) return ''
  const [, read] = exportedToolColumns.find(([head]) => head === toolColumnTitles[column]) ?? []
  return String((read && toCellValue(read(fields as ToolSnapshot))) ?? '')
}
