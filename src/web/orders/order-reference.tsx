import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'
import { formatDate } from '#web/ui/text/format-time.ts'

/** What the buyer and the shop quote: the order's number, its date and the buyer's PO number. */
export function OrderReference({ order: { _id, number, placedAt, poNumber } }: { order: Order }) {
  return (
    <div className="grid gap-1 text-sm tabular-nums">
      <Link to={`/dashboard/orders/${_id}`} className="link justify-self-start font-semibold">
        {number}
      </Link>{' '}
      <span className="min-w-14">{formatDate(placedAt)}</span>
      {poNumber !== '' && (
        <span className="text-muted wrap-anywhere">
          <span className="sr-only"> PO number </span>
          {poNumber}
        </span>
      )}
    </div>
  )
}
