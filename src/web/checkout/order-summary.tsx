import { useState } from 'react'
import { Link } from 'react-router'
import { computeLineTotal } from '#contract/pricing/money.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { DraftLine } from '#web/cart/draft-line.ts'
import { OrderTotalRows, type SummedLine } from '#web/cart/order-total.tsx'
import { Button } from '#web/ui/button.tsx'
import { Labelled } from '#web/ui/forms/field.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import type { CheckoutDraft } from './checkout-draft.ts'

interface OrderSummaryProps {
  lines: readonly DraftLine[]
  summed: readonly SummedLine[]
  draft: CheckoutDraft
  errors: Readonly<Record<string, string>>
}

export function OrderSummary({ lines, summed, draft, errors }: OrderSummaryProps) {
  const formatMoney = useMoney()
  const isDrafted = Object.keys(draft).some(name => name.startsWith('reference.'))
  const [hasReferences, setHasReferences] = useState(isDrafted)
  return (
    <div className="grid gap-2">
      <h2 className="text-xl">{lines.length === 1 ? 'One tool' : `${lines.length} tools`}</h2>
      <ul className="grid gap-1 text-sm lg:max-h-[60vh] lg:overflow-y-auto">
        {lines.map((line, index) => (
          <li key={line.toolId} className="grid gap-1 border-b border-base-300 pb-1">
            <span className="flex justify-between gap-4">
              <span className="wrap-anywhere">
                {formatPieceCount(line.quantity)} of <strong dir="auto">{line.toolName}</strong>{' '}
                <span className="whitespace-nowrap text-muted">{formatMoney(line.price)} each</span>
              </span>
              <span className="shrink-0 tabular-nums">{formatMoney(computeLineTotal(line.price, line.quantity))}</span>
            </span>
            {hasReferences && (
              <Labelled
                label={`Your reference for ${line.toolName}`}
                isLabelHidden
                error={errors[`lines.${index}.reference`]}
              >
                {fieldProps => (
                  <input
                    {...fieldProps}
                    className="input input-sm w-full"
                    name={`reference.${line.toolId}`}
                    placeholder="Your reference"
                    // biome-ignore lint/a11y/noAutofocus: the fields were asked for
                    autoFocus={index === 0 && !isDrafted}
                    defaultValue={draft[`reference.${line.toolId}`]}
                  />
                )}
              </Labelled>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-x-4">
        {!hasReferences && (
          <Button className="link py-2" onClick={() => setHasReferences(true)}>
            Add your references
          </Button>
        )}
        <Link to="/cart" className="link py-2">
          Change the cart
        </Link>
      </div>
      <OrderTotalRows lines={summed} className="text-2xl" />
    </div>
  )
}
