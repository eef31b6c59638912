import { toCellValue } from '#api/exports/csv.ts'
import { exportedToolColumns } from '#api/exports/list-columns.ts'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import type {
  Import as WireImport,
  ImportDetails as WireImportDetails,
  ImportRow as WireImportRow,
} from '#contract/schemas/admin/imports.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import type { ImportDetails, ImportRow, ListedImport, RowPosition } from '#shop/imports/imports.ts'
import { snapshotFields } from '#shop/imports/snapshot-fields.ts'

const toTime = (time: Date | null) => time?.toISOString() ?? null

export function toWireImport(record: ListedImport): WireImport {
  const { id, fileName, state, createdAt, appliedAt, undoneAt, rowCount, supplier, undoes } = record
  return {
    ...{ _id: id, fileName, state, rowCount, supplier, undoes },
    createdBy: record.uploaderEmail,
    appliedBy: record.applierEmail,
    undoneBy: record.undoerEmail,
    createdAt: createdAt.toISOString(),
    appliedAt: toTime(appliedAt),
    undoneAt: toTime(undoneAt),
  }
}

export function toWireImportDetails(details: ImportDetails): WireImportDetails {
  const { counts, staleCount, keptCount, appliedBefore, version, failure, fileTable, mapping } = details
  return {
    ...toWireImport(details),
    ...{ counts, staleCount, keptCount, version, failure, fileTable, mapping },
    appliedBefore: toTime(appliedBefore),
  }
}

const columns = Object.keys(snapshotFields) as (keyof typeof snapshotFields)[]

export function toWireImportRow(row: ImportRow & { name: string | null }): WireImportRow {
  const { position, sku, status, toolId, cells, before, after, errors, kept, change } = row
  const changed = columns.filter(column => column !== 'sku' && snapshotFields[column] in after)
  const changes = changed.map(column => ({
    column,
    before: formatCell(column, before),
    after: formatCell(column, after),
  }))
  return {
    ...{ position, sku, status, toolId, cells: cells ?? {}, errors, change },
    cursor: `${change}_${position}`,
    name: row.name ?? after.name ?? cells?.name ?? '',
    changes: status === 'new' ? changes.filter(({ after }) => after !== '') : changes,
    kept: columns.filter(column => kept.includes(snapshotFields[column])),
  }
}

export function readRowCursor(cursor: string): RowPosition {
  const [change = 0, position = 0] = cursor.split('_').map(Number)
  return { change, position }
}

function formatCell(column: keyof typeof snapshotFields, fields: ImportRow['before']): string {
  if (!(snapshotFields[column] in fields)) return ''
  const [, read] = exportedToolColumns.find(([head]) => head === toolColumnTitles[column]) ?? []
  return String((read && toCellValue(read(fields as ToolSnapshot))) ?? '')
}
