import { isDeepStrictEqual } from 'node:util'
import { toCellValue } from '#api/exports/csv.ts'
import { exportedToolColumns } from '#api/exports/list-columns.ts'
import { type ImportColumn, importColumnTitles } from '#contract/cells/tool-cells.ts'
import type {
  Import as WireImport,
  ImportDetails as WireImportDetails,
  ImportRow as WireImportRow,
} from '#contract/schemas/admin/imports.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import type { ImportDetails, ImportRow, ListedImport, RowPosition } from '#shop/imports/imports.ts'
import { snapshotFields } from '#shop/imports/tools/snapshot-fields.ts'

const toTime = (time: Date | null) => time?.toISOString() ?? null

export function toWireImport(record: ListedImport): WireImport {
  const { id, fileName, state, createdAt, appliedAt, undoneAt, rowCount, supplier, undoes, listId, listName } = record
  return {
    ...{ _id: id, fileName, state, rowCount, supplier, undoes },
    list: listId === null ? null : { _id: listId, name: listName ?? '' },
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

/** Fields of rows, by column, as the audit log names them. */
const changedFields = { ...snapshotFields, validFrom: 'validFrom', percentOff: 'percentOff' } as const
type Column = Exclude<ImportColumn, 'availableBefore'>
const columns = Object.keys(changedFields) as Column[]

export function toWireImportRow(row: ImportRow & { name: string | null }): WireImportRow {
  const { position, sku, status, toolId, cells, before, after, errors, kept, change } = row
  const isChanged = (column: Column) =>
    column !== 'sku' && !isDeepStrictEqual(before[changedFields[column]], after[changedFields[column]])
  const changes = columns.filter(isChanged).map(column => ({
    column,
    before: formatCell(column, before),
    after: formatCell(column, after),
  }))
  const group = cells?.discountGroup || after.discount_group || before.discount_group
  return {
    ...{ position, sku, status, toolId, cells: cells ?? {}, errors, change },
    cursor: `${change}_${position}`,
    name: row.name ?? after.name ?? cells?.name ?? (toolId === null && group ? group : ''),
    changes: status === 'new' ? changes.filter(({ after }) => after !== '') : changes,
    kept: columns.filter(column => kept.includes(changedFields[column])),
  }
}

export function readRowCursor(cursor: string): RowPosition {
  const [change = 0, position = 0] = cursor.split('_').map(Number)
  return { change, position }
}

/** In the words of an export. */
function formatCell(column: Column, fields: ImportRow['before']): string {
  const { price_cents: price, percentOff } = fields
  if (column === 'percentOff' && percentOff === null && price === undefined) return 'ends'
  if (!(changedFields[column] in fields)) return ''
  const [, read] = exportedToolColumns.find(([title]) => title === importColumnTitles[column]) ?? []
  return String((read ? toCellValue(read(fields as ToolSnapshot)) : fields[changedFields[column]]) ?? '')
}
