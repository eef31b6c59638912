import { useId, useState } from 'react'
import { askForReading } from '#contract/decimal-signs.ts'
import { readNumber, readPieces } from '#contract/read-number.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { NumberInput } from '#web/ui/forms/number-field.tsx'

const maxBreaks = 6

interface PriceBreakFieldsProps {
  initial: Tool['priceBreaks']
  error: string | undefined
}

/** Rows of quantity and price; rows that are left empty do not count. */
export function PriceBreakFields({ initial, error }: PriceBreakFieldsProps) {
  const [rows, setRows] = useState(() => initial.map((each, key) => ({ ...each, key })))
  const id = useId()
  const [addedKey, setAddedKey] = useState<number>()
  function addRow() {
    const key = (rows.at(-1)?.key ?? -1) + 1
    setAddedKey(key)
    setRows([...rows, { key, from: Number.NaN, price: Number.NaN }])
  }
  return (
    <fieldset className="grid gap-2" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-semibold">Price breaks</legend>
      {rows.map(({ key, from, price }, index) => (
        <div key={key} className="flex items-end gap-3">
          <BreakField
            label="From pieces"
            name="breakFrom"
            step={1}
            value={from}
            hasError={error !== undefined}
            isFocused={key === addedKey}
          />
          <BreakField label="Each costs" name="breakPrice" step={0.01} value={price} hasError={error !== undefined} />
          <button
            type="button"
            className="btn btn-quiet"
            aria-label={`Remove price break ${index + 1}`}
            onClick={({ currentTarget }) => {
              // The pressed button goes.
              const fieldset = currentTarget.closest('fieldset')
              const others = [...(fieldset?.querySelectorAll<HTMLElement>('button') ?? [])]
              others.findLast(button => button !== currentTarget)?.focus()
              setRows(rows.filter(row => row.key !== key))
            }}
          >
            Remove
          </button>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className="text-error">
          {error}
        </p>
      )}
      {rows.length < maxBreaks && (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={addRow}>
          Add a price break
        </button>
      )}
    </fieldset>
  )
}

interface BreakFieldProps {
  label: string
  name: string
  step: number
  value: number
  hasError: boolean
  /** Once it is added. */
  isFocused?: boolean
}

function BreakField({ label, name, step, value, hasError, isFocused = false }: BreakFieldProps) {
  return (
    <label className="grid grow gap-1">
      {label}
      <NumberInput
        name={name}
        step={step}
        defaultValue={Number.isNaN(value) ? '' : step === 1 ? value : value.toFixed(2)}
        aria-invalid={hasError}
        autoFocus={isFocused}
        className="input w-full tabular-nums"
      />
    </label>
  )
}

/** `question` of the first price with two readings. */
export function readPriceBreaks(form: FormData): { priceBreaks: Tool['priceBreaks'] } | { question: string } {
  const prices = form.getAll('breakPrice').map(String)
  const priceBreaks = []
  for (const [index, from] of form.getAll('breakFrom').map(String).entries()) {
    const price = prices[index] ?? ''
    if (from === '' && price === '') continue
    const reading = readNumber(price)
    if (reading && 'readings' in reading) return { question: askForReading(price, reading.readings) }
    priceBreaks.push({ from: readPieces(from), price: reading?.value ?? Number.NaN })
  }
  return { priceBreaks }
}
