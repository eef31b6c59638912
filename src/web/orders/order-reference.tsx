import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'
import { formatShortDate } from '#web/ui/text/format-time.ts'

export function OrderReference({ order: { _id, number, placedAt } }: { order: Order }) {
  return (
    <span className="flex flex-wrap gap-x-2 tabular-nums">
      <Link to={`/dashboard/orders/${_id}`} className="link font-semibold">
        {number}
      </Link>
      <span className="whitespace-nowrap text-muted">{formatShortDate(placedAt)}</span>
    </span>
  )
}
