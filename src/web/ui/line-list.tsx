import type { ReactNode } from 'react'
import type { Order, OrderLine } from '#contract/schemas/orders.ts'

interface LineListProps {
  order: Order
  children: (line: OrderLine) => ReactNode
  /** Of names: long ones are cut, and the lines that are not shown are counted. */
  isNames?: boolean
}

/** One cell of an order's row: its lines stand below each other, at the same height as in the other cells. */
export function LineList({ order: { lines, lineCount }, children, isNames = false }: LineListProps) {
  const [first] = lines
  if (first && lineCount === 1) return children(first)
  return (
    <ul className="grid gap-1">
      {lines.map(line => (
        <li
          key={line.toolId}
          className={isNames ? 'leading-6 @[58rem]:w-40 @[58rem]:truncate' : 'leading-6 whitespace-nowrap'}
        >
          {/* The space parts the words for tools that read the text of the whole list. */}
          {children(line)}{' '}
        </li>
      ))}
      {isNames && lineCount > lines.length && <li className="text-muted">and {lineCount - lines.length} more</li>}
    </ul>
  )
}
