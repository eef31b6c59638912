import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'

/** To the order's page, below the names of its tools. */
export function OrderLink({ order: { _id, number } }: { order: Order }) {
  return (
    <Link to={`/dashboard/orders/${_id}`} className="link block w-fit pt-1 font-normal">
      Order {number}
    </Link>
  )
}
