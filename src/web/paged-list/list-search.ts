import { cursorPattern, toCursor } from '#contract/cursors.ts'
import { type AnyColumn, type Choices, listFilters, listSorts } from './list-columns.ts'

const pageSize = 50

export interface ListSearch {
  q: string | undefined
  sort: string | undefined
  filters: Readonly<Record<string, string>>
  after: string | undefined
  before: string | undefined
  /** Number of the page's first row, from 1. */
  row: number
}

export const readSearchText = (params: URLSearchParams): string | undefined =>
  params.get('q')?.replaceAll('\0', '').trim() || undefined

export function readListSearch(request: Request, columns: readonly AnyColumn[]): ListSearch {
  const params = new URL(request.url).searchParams
  const readChoice = (choices: Choices, name: string) => choices.find(([value]) => value === params.get(name))?.[0]
  const readCursor = (name: string) => cursorPattern.exec(params.get(name) ?? '')?.[0]
  const filters = listFilters(columns).flatMap(({ param, choices }) => {
    const value = readChoice(choices, param)
    return value === undefined ? [] : [[param, value] as const]
  })
  const row = Math.floor(Number(params.get('row')))
  return {
    q: readSearchText(params),
    sort: readChoice(listSorts(columns, false), 'sort'),
    filters: Object.fromEntries(filters),
    after: readCursor('after'),
    before: readCursor('before'),
    row: row > 0 && row < 1e9 ? row : 1,
  }
}

export const isNarrowed = ({ q, filters }: ListSearch) => q !== undefined || Object.keys(filters).length > 0

export function buildListUrl(
  { q, sort, filters }: ListSearch,
  changes: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const entries = Object.entries({ q, sort, ...filters, ...changes }).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Requests one extra row, which shows whether there is a next page. */
export function toListQuery({ q, sort, filters, after, before }: ListSearch) {
  return { q, ...filters, sort, cursor: after, before: after ? undefined : before, limit: pageSize + 1 }
}

export interface ListPage<Row> {
  rows: readonly Row[]
  previous: string | undefined
  next: string | undefined
}

export function toListPage<Row extends { _id: string }>(search: ListSearch, fetched: readonly Row[]): ListPage<Row> {
  const isBackwards = search.before !== undefined && search.after === undefined
  const hasMore = fetched.length > pageSize
  const rows = isBackwards ? fetched.slice(-pageSize) : fetched.slice(0, pageSize)
  const hasPrevious = isBackwards ? hasMore : search.after !== undefined
  const hasNext = isBackwards || hasMore
  const row = Math.max(1, search.row - pageSize)
  const [first, last] = [rows[0], rows.at(-1)].map(edge => edge && toCursor(edge, search.sort))
  return {
    rows,
    previous: hasPrevious ? buildListUrl(search, { before: first, row }) : undefined,
    next: hasNext ? buildListUrl(search, { after: last, row: search.row + pageSize }) : undefined,
  }
}

export function toColumnSorting(search: ListSearch, field: string) {
  const { sort } = search
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
  return { direction, to: buildListUrl(search, { sort: sort === field ? `-${field}` : field }) } as const
}
