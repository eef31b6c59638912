import { readPieces } from '#contract/cells/read-number.ts'
import { cursorPattern, toCursor } from '#contract/cursors.ts'
import { type Currency, getSign } from '#contract/pricing/currencies.ts'
import type { ToolFacets } from '#contract/schemas/catalogue.ts'
import { toSlug } from '#contract/slugs.ts'

const pageSizes = { grid: 24, table: 60 }
export const maxShown = 240

export const sorts = [
  ['newest', 'Newest first'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['name', 'Name'],
] as const

type Sort = (typeof sorts)[number][0]

export interface Search {
  q: string | undefined
  sort: Sort | undefined
  minPrice: string | undefined
  maxPrice: string | undefined
  orderable: 'true' | undefined
  category: string | undefined
  brand: readonly string[]
  spec: readonly string[]
  view: 'table' | undefined
  shown: number
  after: string | undefined
}

export function readSearch(params: URLSearchParams): Search {
  const readText = (name: string) => params.get(name)?.replaceAll('\0', '').trim() || undefined
  const prices = [parsePrice(readText('minPrice')), parsePrice(readText('maxPrice'))] as const
  const [minPrice, maxPrice] = Number(prices[0]) > Number(prices[1]) ? [prices[1], prices[0]] : prices
  const limitList = (items: readonly string[]) => [...new Set(items)].slice(0, 20)
  const isToken = (item: string) => /^[\p{L}\p{M}\p{N}.:~-]{1,201}$/u.test(item)
  const view = params.get('view') === 'table' ? 'table' : undefined
  const pageSize = pageSizes[view ?? 'grid']
  const shown = Math.floor(Number(params.get('shown')))
  return {
    q: readText('q'),
    sort: sorts.find(([name]) => name === params.get('sort'))?.[0],
    minPrice,
    maxPrice,
    orderable: params.has('orderable') ? 'true' : undefined,
    category: toSlug(params.get('category') ?? '') || undefined,
    brand: limitList(splitList(params, 'brand').map(toSlug).filter(Boolean)),
    spec: limitList(
      splitList(params, 'spec')
        .map(token => token.toLowerCase())
        .filter(isToken),
    ),
    view,
    shown: shown >= pageSize ? Math.min(shown, maxShown) : pageSize,
    after: cursorPattern.exec(params.get('after') ?? '')?.[0],
  }
}

const splitList = (params: URLSearchParams, name: string) => params.getAll(name).flatMap(value => value.split(','))

/** Whether a category or brand is written otherwise than in its own address, such as in upper case. */
export function hasOtherSpelling(params: URLSearchParams): boolean {
  const slugs = [params.get('category') ?? '', ...splitList(params, 'brand')]
  return slugs.some(text => ![text, ''].includes(toSlug(text)))
}

/** '1,250' and '1.250' are 1250: no price has three decimals. */
function parsePrice(text: string | undefined): string | undefined {
  const price = readPieces(text ?? '')
  return price >= 0 && Number.isFinite(price) ? String(price) : undefined
}

/** The API takes comma-separated lists. */
export function toToolFilter({ q, minPrice, maxPrice, orderable, category, brand, spec }: Search) {
  const join = (list: readonly string[]) => (list.length > 0 ? list.join(',') : undefined)
  return { q, minPrice, maxPrice, orderable, category, brand: join(brand), spec: join(spec) }
}

const noFilters = {
  minPrice: undefined,
  maxPrice: undefined,
  orderable: undefined,
  category: undefined,
  brand: [],
  spec: [],
} as const satisfies Partial<Search>

export function buildUnfilteredUrl(search: Search): string | undefined {
  const { minPrice, maxPrice, orderable, category, brand, spec } = search
  if (!minPrice && !maxPrice && !orderable && !category && brand.length + spec.length === 0) return undefined
  return buildFilterUrl(search, noFilters)
}

export function buildFilterUrl(search: Search, change: Partial<Search>): string {
  return buildUrl({ ...search, ...change }, {})
}

export function buildShopUrl(search: Search, page: { shown?: number; after?: string | undefined }): string {
  return buildUrl(search, { after: search.after, ...page })
}

function buildUrl(
  { shown: _, after: __, ...search }: Search,
  page: { shown?: number; after?: string | undefined },
): string {
  const entries = Object.entries({ ...search, ...page }).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map(each => [name, String(each)]),
  )
  return entries.length > 0 ? `/shop?${new URLSearchParams(entries)}` : '/shop'
}

export function buildNextUrl(search: Search, tools: readonly { _id: string }[]): string {
  if (search.shown < maxShown) return buildShopUrl(search, { shown: search.shown + pageSizes[search.view ?? 'grid'] })
  const last = tools.at(-1)
  return buildShopUrl(search, { after: last && toCursor(last, search.sort) })
}

export interface Chip {
  label: string
  url: string
}

export function listChips(
  search: Search,
  { categories, brands, specifications }: ToolFacets,
  currency: Currency,
): Chip[] {
  const { minPrice, maxPrice, category, brand, spec, orderable } = search
  const chips: Chip[] = []
  const add = (label: string, change: Partial<Search>) => chips.push({ label, url: buildFilterUrl(search, change) })
  if (category)
    add(categories.find(({ slug }) => slug === category)?.name ?? category, { category: undefined, spec: [] })
  for (const slug of brand)
    add(brands.find(each => each.slug === slug)?.name ?? slug, { brand: brand.filter(each => each !== slug) })
  for (const token of spec) {
    const specification = specifications.find(({ options }) => options.some(each => each.token === token))
    const label = specification?.options.find(each => each.token === token)?.label
    add(specification ? `${specification.name}: ${label}` : describeToken(token), {
      spec: spec.filter(each => each !== token),
    })
  }
  if (minPrice || maxPrice)
    add(describePrices([minPrice, maxPrice], getSign(currency)), { minPrice: undefined, maxPrice: undefined })
  if (orderable) add('In stock', { orderable: undefined })
  return chips
}

function describeToken(token: string): string {
  const [name = '', value = ''] = token.split(':')
  const [from, to] = value.split('..')
  const words = `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ')
  if (to === undefined) return `${words}: ${value.replaceAll('-', ' ')}`
  if (from && to) return `${words}: ${from} to ${to}`
  return from ? `${words}: ${from} and more` : `${words}: below ${to}`
}

function describePrices([min, max]: readonly [string | undefined, string | undefined], sign: string): string {
  if (min && max) return `${sign}${min} to ${sign}${max}`
  return min ? `From ${sign}${min}` : `Up to ${sign}${max}`
}
