import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'
import { LineList } from '#web/ui/line-list.tsx'

/** The names of an order's tools, as a link to its page. */
export function OrderLink({ order }: { order: Order }) {
  return (
    <Link
      to={`/dashboard/orders/${order._id}`}
      aria-label={`Order ${order.number}: ${listNames(order)}`}
      className="block underline decoration-primary decoration-2 underline-offset-4 hover:no-underline"
    >
      <LineList order={order} isNames>
        {line => line.toolName}
      </LineList>
    </Link>
  )
}

/** In the words that are shown, which voice control needs in the link's name. */
function listNames({ lines, lineCount }: Order): string {
  const names = lines.map(({ toolName }) => toolName).join(', ')
  return lineCount > lines.length ? `${names} and ${lineCount - lines.length} more` : names
}
