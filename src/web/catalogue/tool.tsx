import { Link } from 'react-router'
import { formatSpecification } from '#contract/cells/specifications.ts'
import { computeLineTotal } from '#contract/pricing/money.ts'
import { isInStock } from '#contract/pricing/quantity.ts'
import type { Category } from '#contract/schemas/catalogue.ts'
import type { ToolDetails } from '#contract/schemas/tools.ts'
import { toSlug } from '#contract/slugs.ts'
import { WithoutTax } from '#web/cart/order-total.tsx'
import { clientContext, type PageHandle } from '#web/context.ts'
import { ListPrice } from '#web/prices/list-price.tsx'
import { usePricedTool } from '#web/prices/use-priced-tool.ts'
import { buildMeta, getPriceTerms, titleMeta, toAbsoluteUrl } from '#web/seo/meta.ts'
import { Stars } from '#web/ui/stars.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { truncate } from '#web/ui/text/truncate.ts'
import type { Route } from './+types/tool'
import { BuyNow, OutOfStock, orderableToolsUrl } from './buy-now.tsx'
import { getToolOrNotFound, ToolErrorPage } from './missing-tool.tsx'
import { PriceBreaks } from './price-breaks.tsx'
import { QuantityToCart } from './quantity-to-cart.tsx'
import { ToolGallery } from './tool-gallery.tsx'
import { type Crumb, toSchemaOrgProduct } from './tool-schema.ts'
import { ToolTable, toRowTools } from './tool-table.tsx'

export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const client = context.get(clientContext)
  const [{ related, discountGroup: _, ...tool }, categories] = await Promise.all([
    getToolOrNotFound(client, client.getToolDetails({ params: { id: params.id } })),
    client.listCategories({}).catch(() => []),
  ])
  return { tool, related: toRowTools(related), crumbs: buildCrumbs(tool, categories) }
}

function buildCrumbs({ category: slug }: Pick<ToolDetails, 'category'>, categories: readonly Category[]): Crumb[] {
  const category = categories.find(each => each.slug === slug)
  const parent = categories.find(each => each.slug === category?.parent)
  const steps = [parent, category].filter(each => each !== undefined)
  return [
    { name: 'Shop', path: '/shop' },
    ...steps.map(each => ({ name: each.name, path: `/shop?category=${each.slug}` })),
  ]
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) => {
  if (!loaderData) return titleMeta('Tool not found')(args)
  const { tool, crumbs } = loaderData
  const page = { title: tool.name, description: truncate(tool.description, 155), image: tool.image }
  const toAbsolute = (path: string) => toAbsoluteUrl(args, path)
  return [
    ...buildMeta(args, page),
    { 'script:ld+json': toSchemaOrgProduct(tool, crumbs, getPriceTerms(args), toAbsolute) },
  ]
}

export { ToolErrorPage as ErrorBoundary }

type ShownTool = Omit<ToolDetails, 'related' | 'discountGroup'>

export default function ToolPage({ loaderData: { tool: listed, related, crumbs } }: Route.ComponentProps) {
  const formatMoney = useMoney()
  const tool = usePricedTool(listed)
  const own = tool.companyPrice
  const inStock = isInStock(tool)
  const { image, imageAlt, name, furtherImages } = tool
  return (
    <>
      <section
        aria-labelledby="tool"
        className="page-width mt-4 grid items-start gap-x-8 gap-y-6 md:grid-cols-2 md:grid-rows-[auto_auto_1fr]"
      >
        <Breadcrumbs crumbs={crumbs} />
        <ToolGallery
          key={tool._id}
          images={[
            { url: image, alt: imageAlt || name },
            ...furtherImages.map(({ url, alt }, index) => ({ url, alt: alt || `${name}, picture ${index + 2}` })),
          ]}
        />
        <div className="grid content-start gap-4 md:row-span-2">
          <div className="grid gap-1">
            <p className="text-muted">
              {tool.brand && (
                <>
                  <Link to={`/shop?brand=${toSlug(tool.brand)}`} className="font-semibold hover:underline">
                    {tool.brand}
                  </Link>
                  {' · '}
                </>
              )}
              SKU: {tool.sku}
            </p>
            <h1 id="tool" dir="auto" className="section-title">
              {name}
            </h1>
          </div>
          <Stars filled={4} />
          <p className="text-3xl font-semibold tabular-nums">
            <span>{formatMoney(own?.price ?? tool.price)}</span>
            {own && <span className="text-lg font-normal"> yours</span>}{' '}
            <ListPrice price={tool.price} own={own?.price} className="text-lg" /> <WithoutTax />
          </p>
          <div className="text-muted tabular-nums">
            <div className="flex flex-wrap gap-x-3">
              <p>Available: {tool.available} Pieces</p>
              {!inStock && <OutOfStock />}
            </div>
            <p>Min. Order Quantity: {tool.minimum} Pieces</p>
            {tool.increment > 1 && (
              <p>
                Sold by the {tool.unitLabel || `pack of ${tool.increment}`} ·{' '}
                {formatMoney(computeLineTotal(own?.price ?? tool.price, tool.increment))} a pack
              </p>
            )}
          </div>
          <PriceBreaks breaks={(own ?? tool).priceBreaks} />
          <Availability tool={tool} inStock={inStock} />
          {inStock ? (
            <QuantityToCart key={tool._id} tool={tool} />
          ) : (
            <BuyNow id={tool._id} inStock={false} className="btn-lg justify-self-start" />
          )}
          <Specifications
            specifications={[
              ...tool.specifications,
              ...listNumbers(tool).map(([name, value]) => ({ name, value, unit: '' })),
            ]}
          />
        </div>
        <div className="grid content-start gap-2">
          <h2 className="text-2xl">Description</h2>
          <p dir="auto" className="max-w-prose whitespace-pre-line">
            {tool.description}
          </p>
        </div>
      </section>
      {related.length > 0 && (
        <section aria-labelledby="related" className="page-width mt-12 grid gap-6">
          <h2 id="related" className="text-2xl">
            Others of this kind
          </h2>
          <ToolTable tools={related} />
        </section>
      )}
    </>
  )
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="flex flex-wrap gap-x-2 text-sm text-muted md:col-span-2">
      {crumbs.map(({ name, path }, index) => (
        <span key={path} className="flex gap-2">
          {index > 0 && <span aria-hidden="true">›</span>}
          <Link to={path} className="py-1 hover:underline">
            {name}
          </Link>
        </span>
      ))}
    </nav>
  )
}

function Availability({ tool, inStock }: { tool: ShownTool; inStock: boolean }) {
  if (!tool.discontinued && inStock) return null
  return (
    <p>
      {tool.discontinued && (inStock ? 'Discontinued: sold until the stock is gone. ' : 'Discontinued. ')}
      {!inStock && !tool.discontinued && 'Fewer pieces are left than the minimum order. '}
      {tool.replacement ? (
        <>
          Replaced by{' '}
          <Link to={`/shop/${tool.replacement._id}`} className="link">
            {tool.replacement.name}
          </Link>
          .
        </>
      ) : (
        !inStock && (
          <Link to={orderableToolsUrl} className="link">
            See tools in stock
          </Link>
        )
      )}
    </p>
  )
}

const listNumbers = ({ gtin, manufacturerNumber }: ShownTool) =>
  [
    ['GTIN', gtin],
    ['Manufacturer number', manufacturerNumber],
  ].filter(([, value]) => value !== '') as [string, string][]

function Specifications({ specifications }: Pick<ShownTool, 'specifications'>) {
  if (specifications.length === 0) return null
  return (
    <div className="mt-2 grid content-start gap-2">
      <h2 className="text-2xl">Specifications</h2>
      <dl className="grid grid-cols-[auto_1fr] tabular-nums">
        {specifications.map(({ name, ...value }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b border-base-300 py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{formatSpecification(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
