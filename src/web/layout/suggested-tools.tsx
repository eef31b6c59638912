import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { SuggestedTool } from '#web/catalogue/suggest-tools.ts'
import { ListPrice } from '#web/prices/list-price.tsx'
import { useOwnPrice } from '#web/prices/own-prices.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { Money } from '#web/ui/text/money.tsx'

interface SuggestedToolsProps {
  tools: readonly SuggestedTool[]
  onChoose: () => void
}

/** A chunk of its own: most visits search for nothing. */
export default function SuggestedTools({ tools, onChoose }: SuggestedToolsProps) {
  return (
    <ul className="mt-2 grid gap-1 bg-base-100 md:absolute md:inset-x-0 md:top-full md:z-10 md:mt-1 md:min-w-80 md:rounded-box md:border md:border-base-300 md:p-2 md:shadow-lg">
      {tools.map(({ _id, name, sku, partNumber, image, price, available }) => (
        <li key={_id}>
          <Link
            to={`/shop/${_id}`}
            className="flex items-center gap-3 rounded-field p-1 hover:bg-base-200"
            onClick={onChoose}
          >
            <ProductImage src={image} alt="" sizes="48px" className="max-w-12 rounded-field" />
            <span dir="auto" className="grow leading-tight">
              {name}
              <span className="block text-sm text-muted">
                {partNumber && `Your ${partNumber} · `}
                {sku} · {formatNumber(available)} in stock
              </span>
            </span>
            <SuggestedPrice id={_id} price={price} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function SuggestedPrice({ id, price }: { id: string; price: number }) {
  const own = useOwnPrice(id)?.price
  return (
    <span className="text-end font-semibold whitespace-nowrap tabular-nums">
      <Money of={own ?? price} />
      <ListPrice price={price} own={own} className="block text-sm leading-tight" />
    </span>
  )
}
