import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { readNumber } from '#contract/cells/read-number.ts'
import { type FieldProps, Labelled } from '#web/ui/forms/field.tsx'
import { typeText } from '#web/ui/forms/type-text.ts'

export function NumberField({
  label,
  error,
  hint,
  className = '',
  ...input
}: FieldProps & ComponentProps<typeof NumberInput>) {
  return (
    <Labelled label={label} error={error} hint={hint} required={input.required}>
      {fieldProps => <NumberInput {...fieldProps} className={`input w-full tabular-nums ${className}`} {...input} />}
    </Labelled>
  )
}

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'min' | 'max' | 'step' | 'role'> {
  step?: number
  min?: number
  max?: number
}

/** A text field as a spin button: a native number field changes under the mouse wheel and cannot read '12,50' everywhere. */
export function NumberInput({ step = 1, min = 0, max, onKeyDown, onInput, ...input }: NumberInputProps) {
  const [typed, setTyped] = useState(String(input.defaultValue ?? ''))
  const text = String(input.value ?? typed)
  const reading = readNumber(text)
  const value = reading && 'value' in reading ? reading.value : undefined

  function stepByArrow(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!direction || event.defaultPrevented) return
    event.preventDefault()
    // A text that is no number or has two readings stays.
    if (value === undefined && text.trim() !== '') return
    const next = value === undefined ? Math.max(min, 0) : findNext(value / step, direction) * step
    typeText(event.currentTarget, Math.min(max ?? next, Math.max(min, next)).toFixed(Number.isInteger(step) ? 0 : 2))
  }

  return (
    <input
      inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...input}
      role="spinbutton"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value ?? Math.max(min, 0)}
      aria-valuetext={text}
      onKeyDown={stepByArrow}
      onInput={event => {
        setTyped(event.currentTarget.value)
        onInput?.(event)
      }}
    />
  )
}

function findNext(value: number, direction: number): number {
  const whole = Math.round(value)
  const isWhole = Math.abs(whole - value) < 1e-6
  if (direction > 0) return (isWhole ? whole : Math.floor(value)) + 1
  return (isWhole ? whole : Math.ceil(value)) - 1
}
