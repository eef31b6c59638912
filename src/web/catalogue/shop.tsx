import { Link, redirect, useNavigation } from 'react-router'
import { clientContext } from '#web/context.ts'
import { publicMeta } from '#web/seo/meta.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import type { Route } from './+types/shop'
import { Filters } from './filters.tsx'
import { buildNextUrl, buildShopUrl, buildUnfilteredUrl, maxShown, readSearch } from './search.ts'
import { ToolGrid, toCardTools } from './tool-card.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = readSearch(new URL(request.url).searchParams)
  const client = context.get(clientContext)
  const { shown, after, sort, ...filter } = search
  let problem: string | undefined
  const [tools, matches] = await Promise.all([
    client.listTools({ query: { ...filter, sort, cursor: after, limit: shown } }).catch(error => {
      if (search.q) problem = toErrorMessage(error)
      return []
    }),
    client.countTools({ query: filter }).catch(() => ({ count: 0, similar: false })),
  ])
  // The cursor's tool was deleted: start at the beginning.
  if (after && tools.length === 0 && matches.count > 0) throw redirect(buildShopUrl(search, { after: undefined }))
  return { search, tools: toCardTools(tools), ...matches, problem }
}

export const meta = publicMeta({
  title: 'Shop',
  description: 'The whole catalogue of wholesale hand and power tools, with stock, prices and minimum orders.',
})

export default function Shop({ loaderData: { search, tools, count, similar, problem } }: Route.ComponentProps) {
  const loading = useNavigation().location?.pathname === '/shop'
  const more = tools.length < count ? buildNextUrl(search, tools) : undefined
  const unfilteredUrl = buildUnfilteredUrl(search)
  return (
    <section className="page-width mt-6 grid items-start gap-x-8 gap-y-5 lg:mt-10 lg:grid-cols-[16rem_1fr]">
      <div className="lg:sticky lg:top-24">
        <h1 className="section-title mb-4 lg:mb-6">Shop</h1>
        <Filters search={search} />
      </div>
      <div className={`grid gap-6 transition-opacity ${loading ? 'opacity-60' : ''}`} aria-busy={loading}>
        <div className="flex flex-wrap gap-x-4 lg:mt-16">
          <p role="status" className="text-muted tabular-nums">
            {problem ?? summarize(count, similar, search.q)}
          </p>
          <Link to="/quick-order" className="link ml-auto order-last">
            Quick order
          </Link>
          {unfilteredUrl && (
            <Link to={unfilteredUrl} className="link">
              Clear filters
            </Link>
          )}
        </div>
        <h2 className="sr-only">Tools</h2>
        {tools.length > 0 && <ToolGrid tools={tools} columnWidth="20rem" eager={3} />}
        {tools.length === 0 &&
          (problem ? <SearchFailed url={buildShopUrl(search, { after: search.after })} /> : <NothingFound />)}
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

function summarize(count: number, similar: boolean, q: string | undefined): string {
  const tools = formatCount(count, q, ['tool', 'tools'])
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

function NothingFound() {
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <h3 className="text-2xl">No tool fits</h3>
      <p>Try fewer or other words, a wider price range, or look through everything.</p>
      <Link to="/shop" className="btn btn-primary">
        Show all tools
      </Link>
    </div>
  )
}
