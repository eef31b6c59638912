import { Link } from 'react-router'
import { isInStock } from '#contract/pricing/quantity.ts'
import type { ListedTool } from '#contract/schemas/tools.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { toDraftLine } from '#web/cart/draft-line.ts'
import { ListPrice } from '#web/prices/list-price.tsx'
import { useOwnPrice } from '#web/prices/own-prices.ts'
import { ProductImage, type ProductImageProps } from '#web/ui/images/product-image.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { BuyNow, OutOfStock } from './buy-now.tsx'

export type CardTool = Pick<ListedTool, '_id' | 'name' | 'sku' | 'brand' | 'image' | 'price' | 'minimum' | 'available'>

/** Descriptions, which cards do not show, are a third of a list page's size. */
export function toCardTools(tools: readonly CardTool[]): CardTool[] {
  return tools.map(({ _id, name, sku, brand, image, price, minimum, available }) => ({
    _id,
    name,
    sku,
    brand,
    image,
    price,
    minimum,
    available,
  }))
}

interface ToolGridProps {
  tools: readonly CardTool[]
  /** CSS width of one of three columns, for `sizes`. */
  columnWidth: string
  eager?: number
  isWide?: boolean
}

export function ToolGrid({ tools, columnWidth: column, eager = 0, isWide = false }: ToolGridProps) {
  if (tools.length === 0)
    return <p className="text-muted">There are no tools to show right now. Please look again soon.</p>
  const sizes = `(min-width: 64rem) ${column}, (min-width: 26rem) 50vw, 40vw`
  return (
    <ul
      className={`grid grid-cols-1 gap-4 xs:grid-cols-2 sm:gap-6 lg:grid-cols-3 ${isWide ? 'min-[90rem]:grid-cols-4 min-[112rem]:grid-cols-5' : ''}`}
    >
      {tools.map((tool, index) => (
        <ToolCard
          key={tool._id}
          tool={tool}
          sizes={sizes}
          priority={index < eager ? (index === 0 ? 'high' : 'eager') : undefined}
        />
      ))}
    </ul>
  )
}

function ToolCard({ tool, ...image }: { tool: CardTool } & Pick<ProductImageProps, 'sizes' | 'priority'>) {
  const own = useOwnPrice(tool._id)?.price
  const inStock = isInStock(tool)
  return (
    <li className="relative grid grid-cols-[32%_minmax(0,1fr)] overflow-hidden rounded-box border xs:flex xs:flex-col border-base-300 bg-base-100 transition hover:-translate-y-0.5 hover:shadow-lg has-[h3_a:focus-visible]:outline-3 has-[h3_a:focus-visible]:outline-offset-2 has-[h3_a:focus-visible]:outline-(--focus-ring)">
      <ProductImage
        src={tool.image}
        alt=""
        className={`self-start xs:self-stretch ${inStock ? '' : 'opacity-60'}`}
        {...image}
      />
      <div className="flex grow flex-col gap-1.5 p-3 xs:gap-2 xs:p-4">
        <h3 dir="auto" className="line-clamp-2 text-xl xs:text-2xl">
          <Link
            prefetch="intent"
            to={`/shop/${tool._id}`}
            className="outline-none after:absolute after:inset-0 hover:underline"
          >
            {tool.name}
          </Link>
        </h3>
        <p className="text-sm text-muted wrap-anywhere">{tool.brand ? `${tool.brand} · ${tool.sku}` : tool.sku}</p>
        <div className="flex items-center justify-between gap-x-2 xs:flex-wrap">
          <p className="text-xl xs:text-2xl font-semibold tabular-nums">
            <Money of={own ?? tool.price} />
            {own !== undefined && <span className="sr-only"> yours</span>}
          </p>
          <Stars filled={4} />
        </div>
        <ListPrice price={tool.price} own={own} className="-mt-1.5 text-sm" />
        <div className="mt-auto text-[0.9rem] text-muted xs:text-base tabular-nums">
          <div className="flex flex-wrap gap-x-3">
            <p>{`Available: ${tool.available} Pieces`}</p>
            {!inStock && <OutOfStock />}
          </div>
          <p>{`Min. Order Quantity: ${tool.minimum} Pieces`}</p>
        </div>
        <div className="relative mt-1 flex gap-2 xs:mt-2">
          <BuyNow id={tool._id} inStock={inStock} className="grow" />
          {inStock && <AddToCart line={toDraftLine(tool, tool.minimum)} className="btn-square" isIcon />}
        </div>
      </div>
    </li>
  )
}
