import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { formatDate } from '#web/ui/text/format-time.ts'

/** What an order comes to, and what it is found by. */
export function OrderTotal({ order: { totalPrice, number, placedAt, poNumber } }: { order: Order }) {
  return (
    <>
      {formatMoney(totalPrice)}
      <small className="block text-muted">No. {number}</small>
      <small className="block whitespace-nowrap text-muted">{formatDate(placedAt)}</small>
      {poNumber && <small className="block text-muted wrap-anywhere">{poNumber}</small>}
    </>
  )
}
