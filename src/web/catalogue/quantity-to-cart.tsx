import { useRef, useState } from 'react'
import { readPieces } from '#contract/cells/read-number.ts'
import { priceLine, toPrices } from '#contract/pricing/prices.ts'
import { checkQuantity } from '#contract/pricing/quantity.ts'
import type { CompanyPrice, Tool } from '#contract/schemas/tools.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { toDraftLine } from '#web/cart/draft-line.ts'
import { SellingTerms } from '#web/cart/order-total.tsx'
import { QuantityInput } from '#web/fields/quantity-input.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { BuyNow } from './buy-now.tsx'
import { NextBreak } from './next-break.tsx'

export function QuantityToCart({ tool }: { tool: Tool & { companyPrice?: CompanyPrice } }) {
  const formatMoney = useMoney()
  const [text, setText] = useState(String(tool.minimum))
  const input = useRef<HTMLInputElement>(null)
  const quantity = readPieces(text)
  const check = checkQuantity(quantity, tool)
  const price = priceLine(quantity, { ...tool, ...toPrices(tool) })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="grid w-52 gap-1">
          <label htmlFor="quantity" className="font-semibold">
            Quantity
          </label>
          <QuantityInput
            id="quantity"
            ref={input}
            rules={tool}
            text={text}
            onChange={setText}
            isInvalid={!check.ok}
            aria-describedby="quantity-note"
          />
        </div>
        <p className="flex h-11 items-center text-xl font-semibold tabular-nums">
          {check.ok ? formatMoney(price.totalCents / 100) : '–'}
        </p>
      </div>
      <SellingTerms taxPercent={tool.taxPercent} />
      <div id="quantity-note" aria-live="polite" className="empty:hidden">
        {check.ok ? (
          <NextBreak
            price={price}
            onChoose={from => {
              input.current?.focus()
              setText(String(from))
            }}
          />
        ) : (
          <p className="text-error">{check.sentence}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <BuyNow
          id={tool._id}
          inStock
          quantity={Number.isNaN(quantity) || quantity === tool.minimum ? undefined : quantity}
          className="btn-lg"
        />
        <AddToCart line={toDraftLine(tool, quantity)} className="btn-lg" isDisabled={!check.ok} />
      </div>
    </div>
  )
}
