import type { KeyboardEvent, Ref } from 'react'
import { readPieces } from '#contract/cells/read-number.ts'
import { checkQuantity, isOrderable, type QuantityRules } from '#contract/pricing/quantity.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberInput } from './number-field.tsx'

interface QuantityInputProps {
  id: string
  label?: string
  rules: Required<QuantityRules>
  text: string
  onChange: (text: string) => void
  isInvalid: boolean
  isSmall?: boolean
  'aria-describedby'?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement>
}

export function QuantityInput({
  label,
  rules,
  text,
  onChange,
  isInvalid,
  isSmall = false,
  onKeyDown,
  ...input
}: QuantityInputProps) {
  const { minimum, available, increment } = rules
  const pack = increment === 1 ? 'piece' : 'pack'
  const of = label ? ` of ${label}` : ''
  const [lower, higher] = findNeighbors(readPieces(text), rules)
  function stepByArrow(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const next = event.key === 'ArrowUp' ? higher : lower
    if (next !== undefined) onChange(String(next))
  }
  return (
    <div className={isSmall ? 'flex gap-1' : 'flex gap-2'}>
      <StepButton label={`One ${pack} less${of}`} sign="−" to={lower} isSmall={isSmall} onStep={onChange} />
      <NumberInput
        {...input}
        onKeyDown={stepByArrow}
        min={minimum}
        max={Math.max(available, minimum)}
        className={`input w-full min-w-16 px-1 text-center tabular-nums ${isSmall ? smallHeight : 'h-11'}`}
        aria-invalid={isInvalid}
        aria-label={label && `Quantity of ${label}`}
        value={text}
        onChange={event => onChange(event.target.value)}
      />
      <StepButton label={`One ${pack} more${of}`} sign="+" to={higher} isSmall={isSmall} onStep={onChange} />
    </div>
  )
}

interface StepButtonProps {
  label: string
  sign: string
  to: number | undefined
  isSmall: boolean
  onStep: (text: string) => void
}

const smallHeight = 'h-9 pointer-coarse:h-11'

function StepButton({ label, sign, to, isSmall, onStep }: StepButtonProps) {
  return (
    <Button
      className={`btn btn-quiet btn-square text-xl ${isSmall ? `${smallHeight} w-9 pointer-coarse:w-11` : 'h-11 w-11'}`}
      aria-label={label}
      aria-disabled={to === undefined || undefined}
      onClick={() => to !== undefined && onStep(String(to))}
    >
      {sign}
    </Button>
  )
}

function findNeighbors(quantity: number, rules: Required<QuantityRules>): (number | undefined)[] {
  const check = checkQuantity(quantity, rules)
  const candidates = check.ok ? [quantity - rules.increment, quantity + rules.increment] : check.nearest
  const orderable = candidates.filter(pieces => isOrderable(pieces, rules))
  return [orderable.find(pieces => pieces < quantity), orderable.find(pieces => !(pieces < quantity))]
}
