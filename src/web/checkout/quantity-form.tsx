import { useRef } from 'react'
import { readPieces } from '#contract/cells/read-number.ts'
import { type LinePrice, priceLine, toPrices } from '#contract/pricing/prices.ts'
import { checkQuantity, formatPieceCount, isOrderable } from '#contract/pricing/quantity.ts'
import type { CompanyPrice, Tool } from '#contract/schemas/tools.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { toDraftLine } from '#web/cart/draft-line.ts'
import { OrderTotal, SellingTerms } from '#web/cart/order-total.tsx'
import { NextBreak } from '#web/catalogue/next-break.tsx'
import { QuantityInput } from '#web/fields/quantity-input.tsx'
import { Button } from '#web/ui/button.tsx'

interface QuantityFormProps {
  tool: Tool & { companyPrice?: CompanyPrice }
  text: string
  onChange: (text: string) => void
  onOrder: (quantity: number) => void
}

export function QuantityForm({ tool, text, onChange, onOrder }: QuantityFormProps) {
  const { minimum, available, increment } = tool
  const input = useRef<HTMLInputElement>(null)
  const quantity = readPieces(text)
  const check = checkQuantity(quantity, tool)
  const price = priceLine(quantity, { ...tool, ...toPrices(tool) })
  const suggested = [1, 2, 5, 10].map(times => times * minimum).filter(pieces => pieces <= available)
  function choose(quantityText: string) {
    onChange(quantityText)
    input.current?.focus()
  }
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
        <QuantityInput
          ref={input}
          id="quantity"
          rules={tool}
          text={text}
          onChange={onChange}
          isInvalid={!check.ok}
          aria-describedby="quantity-note"
        />
        <p id="quantity-note" aria-live="polite" className={check.ok ? 'text-muted' : 'text-error'}>
          {check.ok ? describeRange(tool) : check.sentence}
        </p>
      </div>
      <QuantityChoices
        choices={check.ok || increment === 1 ? suggested : check.nearest}
        current={quantity}
        minimum={minimum}
        onChoose={choose}
      />
      {check.ok && <LineTotal price={price} taxPercent={tool.taxPercent} onChoose={choose} />}
      <SellingTerms taxPercent={tool.taxPercent} />
      {/* A quantity that is not a multiple of the pack does not disable the button: submitting focuses the input with its explanation. */}
      <button
        type="submit"
        className="btn btn-primary btn-lg"
        disabled={!isOrderable(quantity, { minimum, available })}
      >
        Order
      </button>
      {check.ok && <AddToCart line={toDraftLine(tool, quantity)} className="btn-lg" />}
    </form>
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
          className={`btn tabular-nums ${pieces === current ? 'btn-current' : 'btn-quiet'}`}
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

interface LineTotalProps {
  price: LinePrice
  taxPercent: number | null
  onChoose: (text: string) => void
}

function LineTotal({ price, taxPercent, onChoose }: LineTotalProps) {
  return (
    <div className="grid gap-1" aria-live="polite">
      <OrderTotal lines={[{ totalCents: price.totalCents, taxPercent }]} />
      <NextBreak price={price} onChoose={quantity => onChoose(String(quantity))} />
    </div>
  )
}

function describeRange({ minimum, available, increment, unitLabel }: Tool): string {
  const range = `From ${minimum} to ${formatPieceCount(available - (available % increment))}`
  return increment === 1 ? range : `${range}, by the ${unitLabel || `pack of ${increment}`}`
}
