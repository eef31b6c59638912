import { type ImportColumn, importColumnTitles, parseCell } from '#contract/cells/tool-cells.ts'
import type { FileTable, ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { ImportFields } from '#tables/import-fields.ts'
import { mapImportRow } from '#tables/import-rows.ts'

const shownExamples = 3

interface MappingPreviewProps {
  fileTable: FileTable
  mapping: ImportMapping
  fields: ImportFields
}

export function MappingPreview({ fileTable: { columns }, mapping, fields }: MappingPreviewProps) {
  const titles = columns.map(({ title }) => title)
  const rows = Array.from({ length: shownExamples }, (_, row) =>
    mapImportRow(
      columns.map(({ examples }) => examples[row] ?? ''),
      mapping,
      titles,
      fields,
    ),
  ).filter(cells => Object.keys(cells).length > 0)
  const shown = (Object.keys(importColumnTitles) as ImportColumn[]).filter(column => rows.some(cells => cells[column]))
  return (
    <section className="grid gap-3" aria-live="polite">
      <h2 className="font-display text-2xl">The first rows as they would become</h2>
      {shown.length === 0 ? (
        <p className="text-muted">Nothing is read yet.</p>
      ) : (
        <div className="grid gap-3 lg:grid-cols-3">
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <dl key={index} className="grid content-start gap-1 rounded-box border border-base-300 bg-base-100 p-4">
              {shown.map(column => (
                <div key={column} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3">
                  <dt className="text-muted">{importColumnTitles[column]}</dt>
                  <dd className="line-clamp-3 wrap-anywhere whitespace-pre-line">
                    <Outcome column={column} text={cells[column] ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          ))}
        </div>
      )}
    </section>
  )
}

function Outcome({ column, text }: { column: ImportColumn; text: string }) {
  if (text === '') return <span className="text-muted">–</span>
  const parsed = parseCell(column, text)
  if (parsed.problem !== undefined) return <span className="text-error">{parsed.problem}</span>
  return typeof parsed.value === 'number' && column === 'price' ? parsed.value.toFixed(2) : text
}
