import type { ImportField } from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { FileTable, ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { ImportFields } from '#tables/import-fields.ts'
import { Labelled } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'

export function Differences({ fileTable: { differences } }: { fileTable: FileTable }) {
  if (differences.length === 0) return null
  return (
    <div role="status" className="rounded-box border-s-4 border-primary bg-base-100 p-4">
      <p className="font-semibold">This list differs from the one before:</p>
      <ul className="list-disc ps-6">
        {differences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

const shownExamples = 3

interface ColumnChoicesProps {
  fileTable: FileTable
  fields: ImportFields
  chosen: ImportMapping['columns']
  onChoose: (index: number, field: ImportField | null) => void
}

export function ColumnChoices({ fileTable: { columns }, fields, chosen, onChoose }: ColumnChoicesProps) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-box border border-base-300 bg-base-300">
      {columns
        .map((column, index) => ({ ...column, index }))
        .map(({ title, examples, note, index }) => {
          const name = title || `Column ${index + 1}`
          return (
            <li
              key={index}
              className="grid items-start gap-x-6 gap-y-2 bg-base-100 p-3 sm:grid-cols-[minmax(0,1fr)_18rem]"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="line-clamp-2 text-sm text-muted wrap-anywhere">
                  {examples.filter(Boolean).slice(0, shownExamples).join(' · ') || 'empty'}
                </p>
              </div>
              <Labelled
                label={`What “${name}” holds`}
                isLabelHidden
                hint={note && <span className="text-base-content">{note}</span>}
              >
                {fieldProps => (
                  <select
                    {...fieldProps}
                    className={`select w-full ${chosen[index] ? 'font-semibold' : 'text-muted'}`}
                    value={chosen[index] ?? ''}
                    onChange={({ target }) => onChoose(index, (target.value || null) as ImportField | null)}
                  >
                    <option value="">Not read</option>
                    {Object.entries(fields).map(([field, { title }]) => (
                      <option key={field} value={field}>
                        {title}
                      </option>
                    ))}
                  </select>
                )}
              </Labelled>
            </li>
          )
        })}
    </ul>
  )
}

const leftOutNames = {
  above: ['row above the heading', 'rows above the heading'],
  section: ['row with a single cell', 'rows with a single cell'],
  heading: ['repeated heading', 'repeated headings'],
  total: ['total', 'totals'],
  units: ['row of units', 'rows of units'],
  hidden: ['hidden row', 'hidden rows'],
} as const

export function LeftOut({ fileTable: { leftOut } }: { fileTable: FileTable }) {
  const kinds = Object.entries(leftOutNames).flatMap(([kind, nouns]) => {
    const rows = leftOut
      .filter(row => row.kind === kind)
      .map(({ position, text }) => `${formatNumber(position + 1)}${text && ` “${text}”`}`)
    const numbers = rows.length > 8 ? '' : ` (${rows.join(', ')})`
    return rows.length === 0 ? [] : [`${formatCount(rows.length, nouns)}${numbers}`]
  })
  return kinds.length === 0 ? null : <p className="text-muted">Left out, by row of the file: {kinds.join('; ')}.</p>
}
