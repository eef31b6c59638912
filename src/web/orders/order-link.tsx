import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'

export function OrderLink({ order }: { order: Order }) {
  const { _id, number, lines, lineCount } = order
  const first = lines[0]?.toolName ?? ''
  const others = lineCount - 1
  return (
    <Link
      to={`/dashboard/orders/${_id}`}
      aria-label={`Order ${number}: ${first}${others > 0 ? ` +${others}` : ''}`}
      title={lines.map(({ toolName }) => toolName).join(', ')}
      className="flex gap-1.5 font-semibold hover:underline"
    >
      <span dir="auto" className="truncate">
        {first}
      </span>
      {others > 0 && <span className="shrink-0 font-normal text-muted">+{others}</span>}
    </Link>
  )
}
