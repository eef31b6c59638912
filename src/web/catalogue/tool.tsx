import { data, Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { isOrderable } from '#contract/quantity.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { clientContext } from '#web/context.ts'
import { buildMeta, titleMeta, toAbsoluteUrl } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { truncate } from '#web/ui/text/truncate.ts'
import type { Route } from './+types/tool'

export async function loader({ context, params }: Route.LoaderArgs) {
  const tools = context.get(clientContext).listTools({ query: { id: params.id } })
  const [tool] = await getOrNotFound(tools, 'tool_not_found')
  if (!tool) throw data(new Refusal('tool_not_found').message, { status: 404 })
  return tool
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
    sku: tool._id,
    image,
    offers: {
      '@type': 'Offer',
      price: tool.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${isOrderable(tool.minimum, tool) ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minimum, unitText: 'pieces' },
    },
  }
}

export default function ToolPage({ loaderData: tool }: Route.ComponentProps) {
  return (
    <section className="page-width mt-10 grid items-start gap-8 md:grid-cols-2">
      <ProductImage src={tool.image} alt={tool.name} sizes="(min-width: 48rem) 40rem, 100vw" priority="high" />
      <div className="grid content-start gap-4">
        <h1 className="section-title">{tool.name}</h1>
        <Stars filled={4} />
        <p className="text-3xl font-semibold tabular-nums">{formatMoney(tool.price)}</p>
        <p className="text-muted tabular-nums">
          Available: {tool.available} Pieces
          <br />
          Min. Order Quantity: {tool.minimum} Pieces
        </p>
        <p className="max-w-prose">{tool.description}</p>
        {!isOrderable(tool.minimum, tool) && (
          <p className="font-semibold text-error">Out of stock: fewer pieces are left than the minimum order.</p>
        )}
        <Link to={`/purchase/${tool._id}`} className="btn btn-primary btn-lg justify-self-start">
          Buy Now
        </Link>
      </div>
    </section>
  )
}
