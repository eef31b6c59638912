const pageSize = 24
export const maxShown = 240

export const sorts = [
  ['newest', 'Newest first'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['name', 'Name'],
] as const

type Sort = (typeof sorts)[number][0]

/** The search parameters of the shop page; invalid ones are undefined. */
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
  const readText = (name: string) => params.get(name)?.replaceAll('\0', '').trim().slice(0, 100) || undefined
  const prices = [parsePrice(readText('minPrice')), parsePrice(readText('maxPrice'))] as const
  const [minPrice, maxPrice] = Number(prices[0]) > Number(prices[1]) ? [prices[1], prices[0]] : prices
  const shown = Math.floor(Number(params.get('shown')))
  return {
    q: readText('q'),
    sort: sorts.find(([name]) => name === params.get('sort'))?.[0],
    minPrice,
    maxPrice,
    orderable: params.has('orderable') ? 'true' : undefined,
    shown: shown >= pageSize ? Math.min(shown, maxShown) : pageSize,
    after: /^[\da-f-]{36}$/.exec(params.get('after') ?? '')?.[0],
  }
}

/** Takes '$1,000.50' and '10,5', too. */
function parsePrice(text: string | undefined): string | undefined {
  const value = text
    ?.replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(',', '.')
  return value && Number(value) >= 0 && Number.isFinite(Number(value)) ? value : undefined
}

/** Without its filters, or undefined where there are none. */
export function buildUnfilteredUrl({ q, minPrice, maxPrice, orderable }: Search): string | undefined {
  if (!minPrice && !maxPrice && !orderable) return undefined
  return q ? `/shop?${new URLSearchParams({ q })}` : '/shop'
}

/** `shown` is the number of tools on the page, `after` the cursor: the last tool of the page before. */
export function buildShopUrl(search: Search, page: { shown?: number; after?: string | undefined }): string {
  const { shown: _, after, ...filter } = search
  const entries = Object.entries({ ...filter, after, ...page }).filter(([, value]) => value !== undefined)
  return `/shop?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Undefined when the listed tools end before their page does. */
export function buildNextUrl(search: Search, tools: readonly { _id: string }[]): string | undefined {
  if (tools.length < search.shown) return undefined
  if (search.shown < maxShown) return buildShopUrl(search, { shown: search.shown + pageSize })
  return buildShopUrl(search, { after: tools.at(-1)?._id })
}
