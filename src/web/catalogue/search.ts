const pageSize = 24
export const maxShown = 240

export const sorts = [
  ['newest', 'Newest first'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['name', 'Name'],
] as const

type Sort = (typeof sorts)[number][0]

/** What the address of the shop page asks for; whatever makes no sense in it is left out. */
export interface Search {
  q: string | undefined
  sort: Sort | undefined
  minPrice: string | undefined
  maxPrice: string | undefined
  orderable: 'true' | undefined
  shown: number
  after: string | undefined
}

export function readSearch(params: URLSearchParams): Search {
  const text = (name: string) => params.get(name)?.replaceAll('\0', '').trim().slice(0, 100) || undefined
  const price = (name: string) => {
    const value = text(name)
    return value && Number.isFinite(Number(value)) && Number(value) >= 0 ? value : undefined
  }
  const shown = Math.floor(Number(params.get('shown')))
  return {
    q: text('q'),
    sort: sorts.find(([name]) => name === params.get('sort'))?.[0],
    minPrice: price('minPrice'),
    maxPrice: price('maxPrice'),
    orderable: params.has('orderable') ? 'true' : undefined,
    shown: shown >= pageSize ? Math.min(shown, maxShown) : pageSize,
    after: /^[\da-f-]{36}$/.exec(params.get('after') ?? '')?.[0],
  }
}

/** The address of the same search with another page of it: `shown` tools from the one behind `after` on. */
export function buildAddress(search: Search, page: { shown?: number; after?: string | undefined }): string {
  const { shown: _, after, ...given } = search
  const entries = Object.entries({ ...given, after, ...page }).filter(([, value]) => value !== undefined)
  return `/shop?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Where the tools behind the `listed` ones are shown, unless the list ended before its page did. */
export function buildNextAddress(search: Search, listed: readonly { _id: string }[]): string | undefined {
  if (listed.length < search.shown) return undefined
  if (search.shown < maxShown) return buildAddress(search, { shown: search.shown + pageSize })
  return buildAddress(search, { after: listed.at(-1)?._id })
}
