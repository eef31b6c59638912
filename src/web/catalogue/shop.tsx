import { data, Link, redirect, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ToolFacets } from '#contract/schemas/catalogue.ts'
import { clientContext, type PageHandle } from '#web/context.ts'
import { useOwnNumber } from '#web/prices/own-number.ts'
import { buildMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { formatListCount } from '#web/ui/text/format-count.ts'
import { useCurrency } from '#web/ui/text/money.tsx'
import type { Route } from './+types/shop'
import { Filters } from './filters.tsx'
import {
  buildFilterUrl,
  buildNextUrl,
  buildShopUrl,
  buildUnfilteredUrl,
  type Chip,
  hasOtherSpelling,
  listChips,
  maxShown,
  readSearch,
  type Search,
  toToolFilter,
} from './search.ts'
import { searchParameters } from './search-parameters.ts'
import { ToolGrid, toCardTools } from './tool-card.tsx'
import { ToolTable, toRowTools } from './tool-table.tsx'

export const handle = { sharedBy: searchParameters } satisfies PageHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const search = readSearch(searchParams)
  if (hasOtherSpelling(searchParams)) throw redirect(buildShopUrl(search, {}), 301)
  const client = context.get(clientContext)
  const { shown, after, sort, view } = search
  const filter = toToolFilter(search)
  let problem: string | undefined
  const [found, matches, facets] = await Promise.all([
    client.listTools({ query: { ...filter, sort, cursor: after, limit: shown + 1 } }).catch(error => {
      // A plain list that can't be loaded is served as an empty one; a search is reported, and can be repeated.
      if (search.q || search.spec.length > 0) problem = toFieldErrors(error).q ?? toErrorMessage(error)
      return []
    }),
    client.countTools({ query: filter }).catch(() => ({ count: undefined, similar: false })),
    client.countToolFacets({ query: filter }).catch(() => noFacets),
  ])
  const tools = found.slice(0, shown)
  // The cursor's tool was deleted, so the list starts at its beginning.
  if (after && tools.length === 0 && matches.count) throw redirect(buildShopUrl(search, { after: undefined }))
  const listed = view === 'table' ? { rows: toRowTools(tools) } : { cards: toCardTools(tools) }
  const missing = matches.count === 0 ? await describeMissing(client, search) : undefined
  const page = { search, ...listed, hasMore: found.length > shown, facets, ...matches, problem, missing }
  return data(page, { status: missing ? 404 : 200 })
}

async function describeMissing(client: Client, { category, brand }: Search): Promise<string | undefined> {
  const categories = category ? await client.listCategories({}).catch(() => []) : []
  if (category && categories.length > 0 && categories.every(({ slug }) => slug !== category))
    return `There is no category “${category}”.`
  for (const slug of brand) {
    const { count } = await client.countTools({ query: { brand: slug } }).catch(() => ({ count: undefined }))
    if (count === 0) return `There is no tool of a brand “${slug}”.`
  }
}

const noFacets: ToolFacets = { categories: [], brands: [], inStock: 0, specifications: [] }

/** Search engines see each category as a page of its own, whatever other filters are set. */
export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const { search, facets } = loaderData ?? {}
  const category = facets?.categories.find(({ slug }) => slug === search?.category)
  return buildMeta(args, {
    title: category?.name ?? 'Shop',
    description: `${category?.name ?? 'The whole catalogue of wholesale hand and power tools'}, with stock, prices and minimum orders.`,
    ...(category && { path: `/shop?category=${encodeURIComponent(category.slug)}` }),
  })
}

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { search, cards = [], rows = [], hasMore, facets, count, similar, problem, missing } = loaderData
  const currency = useCurrency()
  const own = useOwnNumber(search.q)
  const loading = useNavigation().location?.pathname === '/shop'
  const tools = search.view === 'table' ? rows : cards
  const more = hasMore ? buildNextUrl(search, tools) : undefined
  return (
    <section className="page-width mt-6 grid items-start gap-x-8 gap-y-5 lg:mt-10 lg:grid-cols-[15rem_1fr] min-[90rem]:max-w-[120rem]">
      <div className="lg:-ml-1 lg:py-4 lg:ps-1 lg:pe-4 lg:tall:sticky lg:tall:top-16 lg:tall:max-h-[calc(100dvh-4rem)] lg:tall:overflow-y-auto">
        <h1 className="section-title mb-4 lg:mb-6">Shop</h1>
        <Filters search={search} facets={facets} />
      </div>
      <div className={`grid min-w-0 gap-4 transition-opacity ${loading ? 'opacity-60' : ''}`} aria-busy={loading}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:mt-4">
          <div id={countId} tabIndex={-1} className="outline-none">
            <p role="status" className="text-muted tabular-nums">
              {problem ?? summarize(count ?? tools.length, similar, search.q)}
              {own && (
                <>
                  {' · your number for '}
                  <Link to={`/shop/${own._id}`} className="link">
                    {own.name} ({own.sku})
                  </Link>
                </>
              )}
            </p>
          </div>
          <ViewSwitch search={search} />
          <Link to="/quick-order" className="customer-only link">
            Quick order
          </Link>
        </div>
        <Chips chips={listChips(search, facets, currency)} unfilteredUrl={buildUnfilteredUrl(search)} />
        <h2 className="sr-only">Tools</h2>
        {cards.length > 0 && <ToolGrid tools={cards} columnWidth="20rem" eager={3} isWide />}
        {rows.length > 0 && <ToolTable tools={rows} />}
        {tools.length === 0 && own && (
          <ToolGrid tools={toCardTools([{ ...own, brand: '' }])} columnWidth="20rem" isWide />
        )}
        {tools.length === 0 &&
          !own &&
          (problem ? <SearchFailed url={buildShopUrl(search, {})} /> : <NothingFound missing={missing} />)}
        {more && (
          <Link
            to={more}
            preventScrollReset={search.shown < maxShown}
            className="btn btn-quiet justify-self-center"
            rel="next"
          >
            Show more tools
          </Link>
        )}
      </div>
    </section>
  )
}

const countId = 'tool-count'

const focusCount = () => document.getElementById(countId)?.focus()

function ViewSwitch({ search }: { search: Search }) {
  const views = [
    ['Grid', undefined],
    ['Table', 'table'],
  ] as const
  return (
    <nav aria-label="View" className="ml-auto flex gap-1">
      {views.map(([name, view]) => (
        <Link
          key={name}
          to={buildFilterUrl(search, { view })}
          aria-current={search.view === view ? 'true' : undefined}
          className="btn btn-quiet btn-sm aria-[current]:bg-base-300"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Chips({ chips, unfilteredUrl }: { chips: readonly Chip[]; unfilteredUrl: string | undefined }) {
  if (!unfilteredUrl) return null
  return (
    <nav aria-label="Filters that are on" className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, url }) => (
        <Link key={label} to={url} className="btn btn-quiet btn-sm" onClick={focusCount}>
          <span className="sr-only">Remove the filter </span>
          {label}
          <span aria-hidden="true">×</span>
        </Link>
      ))}
      <Link to={unfilteredUrl} className="link" onClick={focusCount}>
        Clear filters
      </Link>
    </nav>
  )
}

function summarize(count: number, similar: boolean, q: string | undefined): string {
  const tools = formatListCount(count, q, ['tool', 'tools'])
  if (!q) return tools
  return similar && count > 0 ? `Nothing is named “${q}”. ${tools} that come close:` : `${tools} for “${q}”`
}

function SearchFailed({ url }: { url: string }) {
  return (
    <Link to={url} className="btn btn-primary justify-self-start">
      Search again
    </Link>
  )
}

function NothingFound({ missing }: { missing: string | undefined }) {
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <h3 className="text-2xl">No tool fits</h3>
      <p>{missing ?? 'Try fewer or other words, a wider price range, or look through everything.'}</p>
      <Link to="/shop" className="btn btn-primary">
        Show all tools
      </Link>
    </div>
  )
}
