import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { repeatedParameters, searchParameters } from '#web/catalogue/search-parameters.ts'

/** Pages that are cached for all visitors, and the query parameters that they read. */
const sharedPages = new Map<string, readonly string[]>([
  ['/', []],
  ['/home', []],
  ['/shop', searchParameters],
  ['/allReviews', []],
  ['/blogs', []],
  ['/quick-order', []],
  ['/sitemap.xml', []],
])
const plainPagePattern = /^\/shop\/[\da-f-]{36}$|^\/pages\/[a-z\d-]{1,100}$|^\/sitemaps\/\d{1,4}\.xml$/

interface SharedEndpoint {
  pattern: RegExp
  parameters: readonly string[]
}

/** Parameters of a path are ids or slugs. */
const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[a-z\\d-]{1,100}')}$`)

const sharedEndpoints: readonly SharedEndpoint[] = (Object.keys(operations) as OperationId[]).flatMap(id => {
  const { cacheTag, query }: Endpoint = endpoints[id]
  const path = `/api${parseOperation(operations[id]).path}`
  return cacheTag ? [{ pattern: toPattern(path), parameters: Object.keys(query?.shape ?? {}) }] : []
})

function findEndpointParameters(path: string): readonly string[] | undefined {
  if (!path.startsWith('/api/')) return undefined
  return sharedEndpoints.find(({ pattern }) => pattern.test(path))?.parameters
}

const serverRoutes = /^\/(api|assets|images|sandbox|dev)\/|^\/(healthz|readyz)$/
const maxUrlLength = 1000

interface CacheKeyOptions {
  /** Pattern of the page at a path, such as '/shop/:id'; '/*' when there is none. */
  matchRoute: (path: string) => string
  isBuiltFile: (path: string) => boolean
}

/** Undefined for responses that are never shared. Unknown pages of a section share one key. */
export function createCacheKeyMapper({
  matchRoute,
  isBuiltFile,
}: CacheKeyOptions): (url: string) => string | undefined {
  function findUnknownPageKey(path: string): string | undefined {
    if (serverRoutes.test(path) || path.endsWith('.data') || isBuiltFile(path) || matchRoute(path) !== '/*')
      return undefined
    // The layout marks the current section, so unknown paths below a page differ by its first segment.
    const section = matchRoute(`/${path.split('/', 2)[1]}`)
    return section === '/*' ? '/not/found' : `${section === '/' ? '' : section}/not/found`
  }

  return url => {
    if (sharedPages.has(url)) return url
    if (url.length > maxUrlLength || !url.startsWith('/')) return undefined
    const [path = '', ...rest] = url.split('?')
    // A query may contain '?'.
    const query = rest.join('?')
    const parameters = findEndpointParameters(path) ?? findPageParameters(path)
    return parameters ? path + canonicalizeQuery(query, parameters) : findUnknownPageKey(path)
  }
}

/** Also for a page's data, which React Router requests at `/page.data` and `/_.data`, with the parameter `_routes`. */
function findPageParameters(path: string): readonly string[] | undefined {
  const page = path.replace(/^\/_\.data$/, '/.data').replace(/\.data$/, '')
  const parameters = sharedPages.get(page) ?? (plainPagePattern.test(page) ? [] : undefined)
  return parameters && (page === path ? parameters : [...parameters, '_routes'])
}

function canonicalizeQuery(query: string, parameters: readonly string[]): string {
  if (!query) return ''
  const values = new URLSearchParams(query)
  const canonical = parameters.flatMap(name => {
    const sent = repeatedParameters.includes(name) ? values.getAll(name).join(',') : values.get(name)
    return sent ? [[name, sent]] : []
  })
  return canonical.length > 0 ? `?${new URLSearchParams(canonical)}` : ''
}
