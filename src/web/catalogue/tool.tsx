import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { isInStock } from '#contract/quantity.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { toCartLine } from '#web/cart/to-cart-line.ts'
import { clientContext } from '#web/context.ts'
import { buildMeta, titleMeta, toAbsoluteUrl } from '#web/seo/meta.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { truncate } from '#web/ui/text/truncate.ts'
import type { Route } from './+types/tool'
import { BuyNow, OutOfStock, orderableToolsUrl } from './buy-now.tsx'
import { getToolOrNotFound, ToolErrorPage } from './missing-tool.tsx'
import { PriceBreaks } from './price-breaks.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const client = context.get(clientContext)
  const found = client.listTools({ query: { id: params.id } }).then(([tool]) => tool)
  return getToolOrNotFound(client, found)
}

export const meta: Route.MetaFunction = ({ loaderData: tool, ...args }) => {
  if (!tool) return titleMeta('Tool not found')(args)
  const page = { title: tool.name, description: truncate(tool.description, 155), image: tool.image }
  return [...buildMeta(args, page), { 'script:ld+json': toSchemaOrgProduct(tool, toAbsoluteUrl(args, tool.image)) }]
}

/** https://schema.org/Product */
function toSchemaOrgProduct(tool: Tool, image: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    sku: tool.sku,
    image,
    offers: {
      '@type': 'Offer',
      price: tool.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${isInStock(tool) ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minimum, unitText: 'pieces' },
    },
  }
}

export { ToolErrorPage as ErrorBoundary }

export default function ToolPage({ loaderData: tool }: Route.ComponentProps) {
  const inStock = isInStock(tool)
  return (
    <section className="page-width mt-10 grid items-start gap-8 md:grid-cols-2">
      <ProductImage src={tool.image} alt={tool.name} sizes="(min-width: 48rem) 40rem, 100vw" priority="high" />
      <div className="grid content-start gap-4">
        <h1 className="section-title">{tool.name}</h1>
        <Stars filled={4} />
        <p className="text-3xl font-semibold tabular-nums">{formatMoney(tool.price)}</p>
        <div className="text-muted tabular-nums">
          <div className="flex flex-wrap gap-x-3">
            <p>Available: {tool.available} Pieces</p>
            {!inStock && <OutOfStock />}
          </div>
          <p>Min. Order Quantity: {tool.minimum} Pieces</p>
          {tool.increment > 1 && <p>Sold by the {tool.unitLabel || `pack of ${tool.increment}`}</p>}
          <p>SKU: {tool.sku}</p>
        </div>
        <PriceBreaks breaks={tool.priceBreaks} />
        <p className="max-w-prose">{tool.description}</p>
        {!inStock && (
          <p>
            Fewer pieces are left than the minimum order.{' '}
            <Link to={orderableToolsUrl} className="link">
              See tools in stock
            </Link>
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <BuyNow id={tool._id} inStock={inStock} className="btn-lg" />
          {inStock && <AddToCart line={toCartLine(tool, tool.minimum)} className="btn-lg" />}
        </div>
      </div>
    </section>
  )
}
