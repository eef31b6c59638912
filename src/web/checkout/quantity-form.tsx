import { useState } from 'react'
import { computeLineTotal, formatMoney } from '#contract/money.ts'
import { checkQuantity, formatQuantity, isOrderable } from '#contract/quantity.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { Button } from '#web/ui/button.tsx'

interface QuantityFormProps {
  tool: Tool
  /** Called with a quantity that can be ordered. */
  onOrder: (quantity: number) => void
}

export function QuantityForm({ tool, onOrder }: QuantityFormProps) {
  const { minimum, available, price } = tool
  const [text, setText] = useState(String(minimum))
  const quantity = text.trim() === '' ? Number.NaN : Number(text)
  const check = checkQuantity(quantity, tool)
  const suggested = [1, 2, 5, 10].map(times => times * minimum).filter(pieces => pieces <= available)
  return (
    <form
      noValidate
      className="grid max-w-sm gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (check.ok) onOrder(quantity)
      }}
    >
      <div className="grid gap-1">
        <label htmlFor="quantity" className="font-semibold">
          Quantity
        </label>
        <div className="flex gap-2">
          <StepButton label="One piece less" sign="−" to={quantity - 1} tool={tool} onStep={setText} />
          <input
            id="quantity"
            type="number"
            inputMode="numeric"
            min={minimum}
            max={Math.max(available, minimum)}
            step={1}
            className="input h-11 w-full text-center tabular-nums"
            value={text}
            onChange={event => setText(event.target.value)}
            aria-describedby="quantity-note"
          />
          <StepButton label="One piece more" sign="+" to={quantity + 1} tool={tool} onStep={setText} />
        </div>
        <p id="quantity-note" className={check.ok ? 'text-muted' : 'text-error'}>
          {check.ok ? `From ${minimum} to ${formatQuantity(available)}` : check.sentence}
        </p>
      </div>
      {suggested.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {suggested.map(pieces => (
            <Button
              key={pieces}
              className="btn btn-quiet tabular-nums"
              aria-pressed={pieces === quantity}
              onClick={() => setText(String(pieces))}
            >
              {pieces === minimum && 'Min '}
              {pieces}
              <span className="sr-only">pieces</span>
            </Button>
          ))}
        </div>
      )}
      {check.ok && (
        <p className="text-2xl font-semibold tabular-nums">Total {formatMoney(computeLineTotal(price, quantity))}</p>
      )}
      <button type="submit" className="btn btn-primary btn-lg" disabled={!check.ok}>
        Order
      </button>
    </form>
  )
}

interface StepButtonProps {
  label: string
  sign: string
  to: number
  tool: Tool
  onStep: (text: string) => void
}

function StepButton({ label, sign, to, tool, onStep }: StepButtonProps) {
  return (
    <Button
      className="btn btn-quiet btn-square h-11 w-11 text-xl"
      aria-label={label}
      disabled={!isOrderable(to, tool)}
      onClick={() => onStep(String(to))}
    >
      {sign}
    </Button>
  )
}
