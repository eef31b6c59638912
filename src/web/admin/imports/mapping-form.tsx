import { useState } from 'react'
import { useFetcher } from 'react-router'
import { stripPercentSign } from '#contract/cells/read-number.ts'
import {
  listColumnTitles,
  parseCell,
  type ToolColumn,
  type ToolField,
  toolColumnTitles,
} from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { FileTable, ImportDetails, ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { Category } from '#contract/schemas/catalogue.ts'
import { findAmbiguousNumber } from '#tables/tool-fields.ts'
import { mapToolRow, type ToolCells } from '#tables/tool-rows.ts'
import { readNumberText } from '#web/fields/read-numbers.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'

interface MappingFormProps {
  details: ImportDetails & { fileTable: FileTable }
  categories: readonly Category[]
}

const emptyMapping: ImportMapping = { columns: [] }

/** Asks once what the columns of a list hold, and shows what becomes of its first rows. */
export function MappingForm({ details: { fileTable, supplier, ...details }, categories }: MappingFormProps) {
  const [mapping, setMapping] = useState(details.mapping ?? emptyMapping)
  const fetcher = useFetcher<{ errors?: Record<string, string> }>()
  const change = (changed: Partial<ImportMapping>) => setMapping(shown => ({ ...shown, ...changed }))
  const { columns } = fileTable
  const { columns: columnError, decimalSign: signError, ...otherErrors } = fetcher.data?.errors ?? {}
  const ambiguous = findAmbiguousNumber(columns, mapping.columns)
  return (
    <fetcher.Form method="post" noValidate className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <input type="hidden" name="intent" value="map" />
      <input type="hidden" name="mapping" value={JSON.stringify(mapping)} />
      <Differences fileTable={fileTable} />
      <section className="grid gap-3">
        <h2 className="font-display text-2xl">Columns</h2>
        <FormError>{columnError}</FormError>
        <ColumnChoices
          fileTable={fileTable}
          chosen={mapping.columns}
          onChoose={(index, field) => change({ columns: mapping.columns.with(index, field) })}
        />
        <LeftOut fileTable={fileTable} />
      </section>
      <section className="grid gap-3">
        <h2 className="font-display text-2xl">How prices are read</h2>
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {ambiguous !== undefined && (
            <Labelled
              label="Decimals"
              error={signError}
              hint={`The list has “${ambiguous}”, which can mean two numbers.`}
            >
              {fieldProps => (
                <select
                  {...fieldProps}
                  className="select w-full"
                  value={mapping.decimalSign ?? ''}
                  onChange={({ target }) =>
                    change({ decimalSign: target.value === '' ? undefined : (target.value as '.' | ',') })
                  }
                >
                  <option value="">Choose …</option>
                  <option value=".">With a point: 1.50</option>
                  <option value=",">With a comma: 1,50</option>
                </select>
              )}
            </Labelled>
          )}
          <Labelled
            label="A price is for"
            hint={mapping.columns.includes('pricePer') ? 'A column says so.' : undefined}
          >
            {fieldProps => (
              <select
                {...fieldProps}
                className="select w-full"
                value={mapping.pricePer ?? 1}
                onChange={({ target }) => change({ pricePer: Number(target.value) as 1 | 10 | 100 | 1000 })}
              >
                <option value={1}>one piece</option>
                {[10, 100, 1000].map(pieces => (
                  <option key={pieces} value={pieces}>
                    {formatNumber(pieces)} pieces
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Field
            label="Discount in percent"
            inputMode="decimal"
            defaultValue={mapping.discount ?? ''}
            error={otherErrors['mapping.discount']}
            hint={mapping.columns.includes('discount') ? 'A column says so.' : 'Taken off each price'}
            onChange={({ target }) => change({ discount: readDiscount(target.value) })}
          />
        </div>
        <Choice
          isChecked={mapping.hasImpliedDecimals ?? false}
          onChange={hasImpliedDecimals => change({ hasImpliedDecimals })}
        >
          Prices without a decimal sign are in cents: 18900 is 189.00
        </Choice>
        <Choice isChecked={mapping.roundsPrices ?? false} onChange={roundsPrices => change({ roundsPrices })}>
          Round prices to cents: 21.6645 is 21.66
        </Choice>
        <Choice isChecked={mapping.scalesBreaks ?? false} onChange={scalesBreaks => change({ scalesBreaks })}>
          Where a price changes, change the price breaks of the tool by the same per cent
        </Choice>
      </section>
      <section className="grid gap-3">
        <h2 className="font-display text-2xl">New tools</h2>
        <p className="max-w-prose text-muted">
          Where the list says nothing, a tool that is not in the shop yet gets this. Its minimum order is one pack, and
          its description is its name.
        </p>
        <NewToolFields
          defaults={mapping.defaults ?? {}}
          categories={categories}
          onChange={changed => change({ defaults: { ...mapping.defaults, ...changed } })}
        />
        <Choice isChecked={mapping.addsCategories ?? false} onChange={addsCategories => change({ addsCategories })}>
          Add categories of the list that are not in the shop yet
        </Choice>
      </section>
      <Preview fileTable={fileTable} mapping={mapping} />
      <div className="grid gap-4">
        <div className="max-w-sm">
          <Field
            label="Supplier"
            name="supplier"
            defaultValue={supplier}
            autoComplete="off"
            error={otherErrors.supplier}
            hint="If you name one, its next list is read like this one without a question."
          />
        </div>
        <FormError>{Object.values(otherErrors)[0]}</FormError>
        <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-primary justify-self-start">
          Check the rows
        </SubmitButton>
      </div>
    </fetcher.Form>
  )
}

/** NaN for what is no number: it is sent as null, which the shop refuses. */
function readDiscount(text: string): number | undefined {
  if (text.trim() === '') return undefined
  const reading = readNumberText(stripPercentSign(text.trim()))
  return 'value' in reading ? reading.value : Number.NaN
}

function Differences({ fileTable: { differences } }: { fileTable: FileTable }) {
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
const fieldTitles = Object.entries({ ...toolColumnTitles, ...listColumnTitles }) as [ToolField, string][]

interface ColumnChoicesProps {
  fileTable: FileTable
  chosen: ImportMapping['columns']
  onChoose: (index: number, field: ToolField | null) => void
}

function ColumnChoices({ fileTable: { columns }, chosen, onChoose }: ColumnChoicesProps) {
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
                    onChange={({ target }) => onChoose(index, (target.value || null) as ToolField | null)}
                  >
                    <option value="">Not read</option>
                    {fieldTitles.map(([field, fieldTitle]) => (
                      <option key={field} value={field}>
                        {fieldTitle}
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

function LeftOut({ fileTable: { leftOut } }: { fileTable: FileTable }) {
  const kinds = Object.entries(leftOutNames).flatMap(([kind, nouns]) => {
    const rows = leftOut
      .filter(row => row.kind === kind)
      .map(({ position, text }) => `${formatNumber(position + 1)}${text && ` “${text}”`}`)
    const numbers = rows.length > 8 ? '' : ` (${rows.join(', ')})`
    return rows.length === 0 ? [] : [`${formatCount(rows.length, nouns)}${numbers}`]
  })
  return kinds.length === 0 ? null : <p className="text-muted">Left out, by row of the file: {kinds.join('; ')}.</p>
}

interface ChoiceProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: string
}

const Choice = ({ isChecked, onChange, children }: ChoiceProps) => (
  <label className="flex items-start gap-3">
    <input
      type="checkbox"
      className="checkbox mt-0.5"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
)

interface NewToolFieldsProps {
  defaults: ToolCells
  categories: readonly Category[]
  onChange: (changed: ToolCells) => void
}

function NewToolFields({ defaults, categories, onChange }: NewToolFieldsProps) {
  const toField = (column: ToolColumn) => ({
    label: toolColumnTitles[column],
    value: defaults[column] ?? '',
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [column]: currentTarget.value }),
  })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Labelled label={toolColumnTitles.category}>
        {fieldProps => (
          <select
            {...fieldProps}
            className="select w-full"
            value={defaults.category ?? ''}
            onChange={({ target }) => onChange({ category: target.value })}
          >
            <option value="">None</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Field {...toField('brand')} />
      <Field {...toField('minimum')} inputMode="numeric" placeholder="1" />
      <Field {...toField('available')} inputMode="numeric" placeholder="0" />
    </div>
  )
}

function Preview({ fileTable: { columns }, mapping }: { fileTable: FileTable; mapping: ImportMapping }) {
  const titles = columns.map(({ title }) => title)
  const rows = Array.from({ length: shownExamples }, (_, row) =>
    mapToolRow(
      columns.map(({ examples }) => examples[row] ?? ''),
      mapping,
      titles,
    ),
  ).filter(cells => Object.keys(cells).length > 0)
  const fields = (Object.keys(toolColumnTitles) as ToolColumn[]).filter(column => rows.some(cells => cells[column]))
  return (
    <section className="grid gap-3" aria-live="polite">
      <h2 className="font-display text-2xl">The first rows as they would become</h2>
      {fields.length === 0 ? (
        <p className="text-muted">Nothing is read yet.</p>
      ) : (
        <div className="grid gap-3 lg:grid-cols-3">
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <dl key={index} className="grid content-start gap-1 rounded-box border border-base-300 bg-base-100 p-4">
              {fields.map(column => (
                <div key={column} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3">
                  <dt className="text-muted">{toolColumnTitles[column]}</dt>
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

function Outcome({ column, text }: { column: ToolColumn; text: string }) {
  if (text === '') return <span className="text-muted">–</span>
  const parsed = parseCell(column, text)
  if (parsed.problem !== undefined) return <span className="text-error">{parsed.problem}</span>
  return typeof parsed.value === 'number' && column === 'price' ? parsed.value.toFixed(2) : text
}
