import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'

/** The names of an order's tools, as a link to its page. */
export function OrderLink({ order: { _id, number, toolName }, children }: { order: Order; children: ReactNode }) {
  return (
    <Link
      to={`/dashboard/orders/${_id}`}
      aria-label={`Order ${number}: ${toolName}`}
      className="block underline decoration-primary decoration-2 underline-offset-4 hover:no-underline"
    >
      {children}
    </Link>
  )
}
