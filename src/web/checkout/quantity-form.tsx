import { useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { type LinePrice, priceLine, toPrices } from '#contract/prices.ts'
import { checkQuantity, formatQuantity, isOrderable } from '#contract/quantity.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { Button } from '#web/ui/button.tsx'

interface QuantityFormProps {
  tool: Tool
  /** Called with a quantity that can be ordered. */
  onOrder: (quantity: number) => void
}

export function QuantityForm({ tool, onOrder }: QuantityFormProps) {
  const { minimum, available, increment } = tool
  const [text, setText] = useState(String(minimum))
  const input = useRef<HTMLInputElement>(null)
  const quantity = text.trim() === '' ? Number.NaN : Number(text)
  const check = checkQuantity(quantity, tool)
  const price = priceLine(quantity, { ...tool, ...toPrices(tool) })
  const suggested = [1, 2, 5, 10].map(times => times * minimum).filter(pieces => pieces <= available)
  const pack = increment === 1 ? 'piece' : 'pack'
  const [lower, higher] = findNeighbors(quantity, tool)
  return (
    <form
      noValidate
      className="grid max-w-sm gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (check.ok) onOrder(quantity)
        else input.current?.focus()
      }}
    >
      <div className="grid gap-1">
        <label htmlFor="quantity" className="font-semibold">
          Quantity
        </label>
        <div className="flex gap-2">
          <StepButton label={`One ${pack} less`} sign="−" to={lower} onStep={setText} />
          <input
            ref={input}
            id="quantity"
            type="number"
            inputMode="numeric"
            min={minimum}
            max={Math.max(available, minimum)}
            step={increment}
            className="input h-11 w-full text-center tabular-nums"
            value={text}
            onChange={event => setText(event.target.value)}
            aria-describedby="quantity-note"
          />
          <StepButton label={`One ${pack} more`} sign="+" to={higher} onStep={setText} />
        </div>
        <p id="quantity-note" className={check.ok ? 'text-muted' : 'text-error'}>
          {check.ok ? describeRange(tool) : check.sentence}
        </p>
      </div>
      <QuantityChoices
        choices={check.ok || increment === 1 ? suggested : check.nearest}
        current={quantity}
        minimum={minimum}
        onChoose={setText}
      />
      {check.ok && <LineTotal price={price} onChoose={setText} />}
      {/* Any whole number from the minimum to the stock may be sent; whole packs are explained then. */}
      <button
        type="submit"
        className="btn btn-primary btn-lg"
        disabled={!isOrderable(quantity, { minimum, available })}
      >
        Order
      </button>
    </form>
  )
}

interface StepButtonProps {
  label: string
  sign: string
  /** Undefined where there is no such quantity. */
  to: number | undefined
  onStep: (text: string) => void
}

function StepButton({ label, sign, to, onStep }: StepButtonProps) {
  return (
    <Button
      className="btn btn-quiet btn-square h-11 w-11 text-xl"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => onStep(String(to))}
    >
      {sign}
    </Button>
  )
}

interface QuantityChoicesProps {
  choices: readonly number[]
  current: number
  minimum: number
  onChoose: (text: string) => void
}

function QuantityChoices({ choices, current, minimum, onChoose }: QuantityChoicesProps) {
  const isOnlyCurrent = choices.every(pieces => pieces === current)
  if (isOnlyCurrent) return null
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map(pieces => (
        <Button
          key={pieces}
          className="btn btn-quiet tabular-nums"
          aria-pressed={pieces === current}
          onClick={() => onChoose(String(pieces))}
        >
          {pieces === minimum && 'Min '}
          {pieces}
          <span className="sr-only">pieces</span>
        </Button>
      ))}
    </div>
  )
}

function LineTotal({ price, onChoose }: { price: LinePrice; onChoose: (text: string) => void }) {
  const { unitCents, totalCents, nextBreak } = price
  return (
    <div className="grid gap-1">
      <p className="text-2xl font-semibold tabular-nums">Total {formatCents(totalCents)}</p>
      {nextBreak && (
        <p className="text-muted">
          <button type="button" className="link" onClick={() => onChoose(String(nextBreak.from))}>
            Add {nextBreak.addPieces} more
          </button>
          {`: each costs ${formatCents(unitCents - nextBreak.unitCents)} less, you save ${formatCents(nextBreak.savesCents)} on them all.`}
        </p>
      )}
    </div>
  )
}

const formatCents = (cents: number) => formatMoney(cents / 100)

/** The next lower and the next higher quantity that can be ordered. */
function findNeighbors(quantity: number, tool: Tool): (number | undefined)[] {
  const check = checkQuantity(quantity, tool)
  const candidates = check.ok ? [quantity - tool.increment, quantity + tool.increment] : check.nearest
  const orderable = candidates.filter(pieces => isOrderable(pieces, tool))
  return [orderable.find(pieces => pieces < quantity), orderable.find(pieces => !(pieces < quantity))]
}

function describeRange({ minimum, available, increment, unitLabel }: Tool): string {
  const range = `From ${minimum} to ${formatQuantity(available - (available % increment))}`
  return increment === 1 ? range : `${range}, by the ${unitLabel || `pack of ${increment}`}`
}
