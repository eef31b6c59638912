import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order, OrderLine } from '#contract/schemas/orders.ts'

interface LineListProps {
  order: Order
  children: (line: OrderLine) => ReactNode
  /**
   * Of names: long ones are cut, and the lines that are not shown are counted. In a narrow container, quantities and
   * prices stand beside them, and the other cells are for screen readers.
   */
  isNames?: boolean
}

/** One cell of an order's row: its lines stand below each other, at the same height as in the other cells. */
export function LineList({ order: { lines, lineCount }, children, isNames = false }: LineListProps) {
  const [first] = lines
  if (first && lineCount === 1) return children(first)
  return (
    <ul className="grid gap-1" data-beside-names={!isNames || undefined}>
      {lines.map(line => (
        <li
          key={line.toolId}
          className={isNames ? 'leading-6 @[59rem]:w-30 @[59rem]:truncate' : 'leading-6 whitespace-nowrap'}
        >
          {/* The space parts the words for tools that read the text of the whole list. */}
          {isNames && <Fact>{line.quantity} × </Fact>}
          {children(line)}
          {isNames && <Fact>, {formatMoney(line.price)}</Fact>}{' '}
        </li>
      ))}
      {lineCount > lines.length &&
        (isNames ? <More count={lineCount - lines.length} /> : <li aria-hidden className="h-6" />)}
    </ul>
  )
}

const More = ({ count }: { count: number }) => <li className="leading-6 text-muted">and {count} more</li>

const Fact = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="font-normal tabular-nums @[59rem]:hidden">
    {children}
  </span>
)
