import { useId, useState } from 'react'
import { readNumber, readPieces } from '#contract/cells/read-number.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { NumberInput } from '#web/fields/number-field.tsx'
import { readNumberText } from '#web/fields/read-numbers.ts'
import { scalePrice } from './scale-prices.ts'

const maxBreaks = 6

interface PriceBreakFieldsProps {
  initial: Tool['priceBreaks']
  price: number
  error: string | undefined
}

export function PriceBreakFields({ initial, price: listPrice, error }: PriceBreakFieldsProps) {
  // The breaks were made for this price.
  const [basePrice, setBasePrice] = useState(listPrice)
  const [rows, setRows] = useState(() => initial.map((each, key) => ({ ...each, key })))
  const id = useId()
  const [addedKey, setAddedKey] = useState<number>()
  function addRow() {
    const key = Math.max(-1, ...rows.map(each => each.key)) + 1
    setAddedKey(key)
    setRows([...rows, { key, from: Number.NaN, price: Number.NaN }])
  }
  const percent = Math.round((listPrice / basePrice - 1) * 1000) / 10
  const isScalable = rows.length > 0 && listPrice > 0 && basePrice > 0 && percent !== 0
  function scaleRows(fieldset: HTMLFieldSetElement | null) {
    const next = Math.max(...rows.map(({ key }) => key)) + 1
    const factor = listPrice / basePrice
    const readTexts = (name: string) =>
      [...(fieldset?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])].map(({ value }) => value)
    const [quantities, prices] = [readTexts('breakFrom'), readTexts('breakPrice')]
    const scaled = rows.map((row, index) => {
      const [from, price] = [readPieces(quantities[index] ?? ''), readPrice(prices[index] ?? '')]
      if (Number.isNaN(from) || Number.isNaN(price)) return row
      // A new key resets the fields to the new price.
      return { from, price: scalePrice(price, factor), key: next + index }
    })
    setRows(scaled)
    setBasePrice(listPrice)
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-semibold">Price breaks</legend>
      {isScalable && (
        <button
          type="button"
          className="btn btn-quiet btn-sm justify-self-start"
          onClick={event => scaleRows(event.currentTarget.closest('fieldset'))}
        >
          Change them by {percent > 0 ? '+' : '−'}
          {Math.abs(percent)}%, like the price
        </button>
      )}
      {rows.map(({ key, from, price }, index) => (
        <div key={key} className="flex flex-wrap items-end gap-x-3 gap-y-2">
          <BreakField
            label="From pieces"
            name="breakFrom"
            step={1}
            value={from}
            hasError={error !== undefined}
            isFocused={key === addedKey}
          />
          <BreakField
            label="Each costs"
            name="breakPrice"
            step={0.01}
            value={price}
            hasError={error !== undefined}
            onInput={text => setRows(rows.map(row => (row.key === key ? { ...row, price: readPrice(text) } : row)))}
          />
          <span className="w-14 pb-2.5 text-sm whitespace-nowrap text-muted tabular-nums">
            {price > 0 && listPrice > 0 && `−${Math.round((1 - price / listPrice) * 1000) / 10}%`}
          </span>
          <button
            type="button"
            className="btn btn-quiet"
            aria-label={`Remove price break ${index + 1}`}
            onClick={({ currentTarget }) => {
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
  isFocused?: boolean
  onInput?: (text: string) => void
}

function BreakField({ label, name, step, value, hasError, isFocused = false, onInput }: BreakFieldProps) {
  return (
    <label className="grid min-w-0 grow basis-24 gap-1 whitespace-nowrap">
      {label}
      <NumberInput
        name={name}
        step={step}
        defaultValue={Number.isNaN(value) ? '' : step === 1 ? value : value.toFixed(2)}
        aria-invalid={hasError}
        autoFocus={isFocused}
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        className="input w-full tabular-nums"
      />
    </label>
  )
}

export function readPrice(text: string): number {
  const reading = readNumber(text)
  return reading && 'value' in reading ? reading.value : Number.NaN
}

export function readPriceBreaks(form: FormData): { priceBreaks: Tool['priceBreaks'] } | { question: string } {
  const prices = form.getAll('breakPrice').map(String)
  const priceBreaks = []
  for (const [index, from] of form.getAll('breakFrom').map(String).entries()) {
    const price = prices[index] ?? ''
    if (from === '' && price === '') continue
    const reading = price === '' ? { value: Number.NaN } : readNumberText(price)
    if ('problem' in reading) return { question: reading.problem }
    priceBreaks.push({ from: readPieces(from), price: reading.value })
  }
  return { priceBreaks }
}
