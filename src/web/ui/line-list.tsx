import type { ReactNode } from 'react'
import type { Order, OrderLine } from '#contract/schemas/orders.ts'

interface LineListProps {
  order: Order
  children: (line: OrderLine) => ReactNode
  /** Says how many lines the list does not show. */
  countsRest?: boolean
}

/** One cell of an order's row: its lines stand below each other, at the same height as in the other cells. */
export function LineList({ order: { lines, lineCount }, children, countsRest }: LineListProps) {
  const [first] = lines
  if (first && lineCount === 1) return children(first)
  return (
    <ul className="grid gap-1">
      {lines.map(line => (
        <li key={line.toolId} className="max-w-56 truncate leading-6">
          {children(line)}
        </li>
      ))}
      {countsRest && lineCount > lines.length && <li className="text-muted">and {lineCount - lines.length} more</li>}
    </ul>
  )
}
