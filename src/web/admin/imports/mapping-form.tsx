import { useState } from 'react'
import { useFetcher } from 'react-router'
import { stripPercentSign } from '#contract/cells/read-number.ts'
import { type ImportColumn, importColumnTitles } from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { FileTable, ImportDetails, ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { Category } from '#contract/schemas/catalogue.ts'
import { findAmbiguousNumber, importFields } from '#tables/import-fields.ts'
import type { ImportCells } from '#tables/import-rows.ts'
import { CheckField } from '#web/fields/check-field.tsx'
import { readNumberText } from '#web/fields/read-numbers.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { ColumnChoices, Differences, LeftOut } from './file-columns.tsx'
import { MappingPreview } from './mapping-preview.tsx'

interface MappingFormProps {
  details: ImportDetails & { fileTable: FileTable }
  categories: readonly Category[]
}

/** Asks once what the columns of a list hold, and shows what becomes of its first rows. */
export function MappingForm({ details: { fileTable, supplier, list, ...details }, categories }: MappingFormProps) {
  const { timeZone } = usePageSettings()
  const [mapping, setMapping] = useState<ImportMapping>(() => {
    const validFrom = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    const { defaults, ...read } = details.mapping ?? { columns: [] }
    return list ? { ...read, defaults: { validFrom, ...defaults } } : { ...read, ...(defaults && { defaults }) }
  })
  const fields = importFields[list ? 'prices' : 'tools']
  const has = (column: ImportColumn) => mapping.columns.includes(column)
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
          fields={fields}
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
          {fields.discount ? (
            <Field
              label="Discount in percent"
              inputMode="decimal"
              defaultValue={mapping.discount ?? ''}
              error={otherErrors['mapping.discount']}
              hint={mapping.columns.includes('discount') ? 'A column says so.' : 'Taken off each price'}
              onChange={({ target }) => change({ discount: readDiscount(target.value) })}
            />
          ) : (
            <Field
              label={importColumnTitles.validFrom}
              type="date"
              value={mapping.defaults?.validFrom ?? ''}
              hint={has('validFrom') ? 'For rows whose day is empty' : 'The prices count from this day on.'}
              onChange={({ target }) => change({ defaults: { ...mapping.defaults, validFrom: target.value } })}
            />
          )}
        </div>
        <CheckField
          isChecked={mapping.hasImpliedDecimals ?? false}
          onChange={hasImpliedDecimals => change({ hasImpliedDecimals })}
        >
          Prices without a decimal sign are in cents: 18900 is 189.00
        </CheckField>
        <CheckField isChecked={mapping.roundsPrices ?? false} onChange={roundsPrices => change({ roundsPrices })}>
          Round prices to cents: 21.6645 is 21.66
        </CheckField>
        {list ? (
          <CheckField
            isChecked={mapping.allowsLargeDiscounts ?? false}
            onChange={allowsLargeDiscounts => change({ allowsLargeDiscounts })}
          >
            Take prices that are 90 percent off the public price or more
          </CheckField>
        ) : (
          <CheckField isChecked={mapping.scalesBreaks ?? false} onChange={scalesBreaks => change({ scalesBreaks })}>
            Where a price changes, change the price breaks of the tool by the same per cent
          </CheckField>
        )}
      </section>
      {!list && (
        <section className="grid gap-3">
          <h2 className="font-display text-2xl">New tools</h2>
          <p className="max-w-prose text-muted">
            Where the list says nothing, a tool that is not in the shop yet gets this. Its minimum order is one pack,
            and its description is its name.
          </p>
          <NewToolFields
            defaults={mapping.defaults ?? {}}
            categories={categories}
            onChange={changed => change({ defaults: { ...mapping.defaults, ...changed } })}
          />
          <CheckField
            isChecked={mapping.addsCategories ?? false}
            onChange={addsCategories => change({ addsCategories })}
          >
            Add categories of the list that are not in the shop yet
          </CheckField>
        </section>
      )}
      <MappingPreview fileTable={fileTable} mapping={mapping} fields={fields} />
      <div className="grid gap-4">
        <div className="max-w-sm">
          <Field
            label={list ? 'Layout' : 'Supplier'}
            name="supplier"
            defaultValue={supplier}
            autoComplete="off"
            error={otherErrors.supplier}
            hint={`If you name ${list ? 'it' : 'one'}, its next list is read like this one without a question.`}
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

interface NewToolFieldsProps {
  defaults: ImportCells
  categories: readonly Category[]
  onChange: (changed: ImportCells) => void
}

function NewToolFields({ defaults, categories, onChange }: NewToolFieldsProps) {
  const toField = (column: ImportColumn) => ({
    label: importColumnTitles[column],
    value: defaults[column] ?? '',
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [column]: currentTarget.value }),
  })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Labelled label={importColumnTitles.category}>
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
