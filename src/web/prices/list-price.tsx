import { Money } from '#web/ui/text/money.tsx'

interface ListPriceProps {
  price: number
  /** What the reader pays: the list price is said only if it is higher. */
  own: number | undefined
  className: string
}

/** For members of companies alone, whose pages keep its place before their prices are read. */
export function ListPrice({ price, own, className }: ListPriceProps) {
  return (
    <span
      className={`member-only font-normal text-muted tabular-nums ${(own ?? price) < price ? '' : 'invisible'} ${className}`}
    >
      list <Money of={price} />
    </span>
  )
}
