import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { ProductImage, type ProductImageProps } from '#web/ui/images/product-image.tsx'
import { Stars } from '#web/ui/stars.tsx'

type CardTool = Omit<Tool, 'description'>

/** Drops the descriptions, a third of a list page's size. */
export function toCardTools(tools: readonly Tool[]): CardTool[] {
  return tools.map(({ description: _, ...tool }) => tool)
}

interface ToolGridProps {
  tools: readonly CardTool[]
  /** CSS width of one of three columns, for `sizes`. */
  columnWidth: string
  /** Number of images loaded eagerly, the first with high priority. */
  eager?: number
}

export function ToolGrid({ tools, columnWidth: column, eager = 0 }: ToolGridProps) {
  if (tools.length === 0)
    return <p className="text-muted">There are no tools to show right now. Please look again soon.</p>
  const sizes = `(min-width: 64rem) ${column}, (min-width: 26rem) 50vw, 40vw`
  return (
    <ul className="grid grid-cols-1 gap-4 xs:grid-cols-2 sm:gap-6 lg:grid-cols-3">
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

/** The whole card links to its tool, except for the button. */
function ToolCard({ tool, ...image }: { tool: CardTool } & Pick<ProductImageProps, 'sizes' | 'priority'>) {
  return (
    <li className="relative grid grid-cols-[38%_1fr] overflow-hidden rounded-box border xs:flex xs:flex-col border-base-300 bg-base-100 transition hover:-translate-y-0.5 hover:shadow-lg">
      <ProductImage src={tool.image} alt="" className="self-stretch" {...image} />
      <div className="flex grow flex-col gap-2 p-3 xs:p-4">
        <h3 className="line-clamp-2 text-2xl">
          <Link prefetch="intent" to={`/shop/${tool._id}`} className="after:absolute after:inset-0 hover:underline">
            {tool.name}
          </Link>
        </h3>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="text-2xl font-semibold tabular-nums">{formatMoney(tool.price)}</p>
          <Stars filled={4} />
        </div>
        <p className="mt-auto text-base text-muted tabular-nums">
          {`Available: ${tool.available} Pieces`}
          <br />
          {`Min. Order Quantity: ${tool.minimum} Pieces`}
        </p>
        <Link prefetch="intent" to={`/purchase/${tool._id}`} className="btn btn-primary relative mt-2 w-full">
          Buy Now
        </Link>
      </div>
    </li>
  )
}
