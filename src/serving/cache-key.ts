import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { repeatedParameters } from '#web/catalogue/search-parameters.ts'

interface SharedPath {
  path: string
  parameters: readonly string[]
}

const sharedCalls: readonly SharedPath[] = (Object.keys(operations) as OperationId[]).flatMap(id => {
  const { cacheTag, query }: Endpoint = endpoints[id]
  const path = `/api${parseOperation(operations[id]).path}`
  return cacheTag ? [{ path, parameters: Object.keys(query?.shape ?? {}) }] : []
})

function createParameterFinder(shared: readonly SharedPath[]) {
  const paths = new Map(shared.map(({ path, parameters }) => [path, parameters]))
  const patterns = shared
    .filter(({ path }) => path.includes(':'))
    .map(({ path, parameters }) => ({
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[a-z\\d.-]{1,100}')}$`),
      parameters,
    }))
  return (path: string) => paths.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.parameters
}

const findCallParameters = createParameterFinder(sharedCalls)

const serverRoutes = /^\/(api|appearance|assets|images|sandbox|dev)\/|^\/(healthz|readyz)$/
const maxUrlLength = 1000

interface CacheKeyOptions {
  sharedPages: readonly SharedPath[]
  matchRoute: (path: string) => string
  isBuiltFile: (path: string) => boolean
}

/** Returns undefined for responses that are never shared. Unknown pages of a section share one key. */
export function createCacheKeyMapper({
  sharedPages,
  matchRoute,
  isBuiltFile,
}: CacheKeyOptions): (url: string) => string | undefined {
  const findParameters = createParameterFinder(sharedPages)

  /** React Router requests a page's data at `/page.data` and `/_.data`, with the parameter `_routes`. */
  function findPageParameters(path: string): readonly string[] | undefined {
    const page = path.replace(/^\/_\.data$/, '/.data').replace(/\.data$/, '')
    const parameters = findParameters(page)
    return parameters && (page === path ? parameters : [...parameters, '_routes'])
  }

  function findUnknownPageKey(path: string): string | undefined {
    if (serverRoutes.test(path) || path.endsWith('.data') || isBuiltFile(path) || matchRoute(path) !== '/*')
      return undefined
    // The layout marks the current section, so unknown paths below a page differ by its first segment.
    const section = matchRoute(`/${path.split('/', 2)[1]}`)
    return section === '/*' ? '/not/found' : `${section === '/' ? '' : section}/not/found`
  }

  return url => {
    if (url.length > maxUrlLength || !url.startsWith('/')) return undefined
    const [path = '', ...rest] = url.split('?')
    // A query may contain '?'.
    const query = rest.join('?')
    const parameters = path.startsWith('/api/') ? findCallParameters(path) : findPageParameters(path)
    return parameters ? path + canonicalizeQuery(query, parameters) : findUnknownPageKey(path)
  }
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
