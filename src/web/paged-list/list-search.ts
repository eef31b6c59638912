const pageSize = 50

/** The search parameters of a list's URL; invalid ones are undefined. */
export interface ListSearch<Sort extends string = string, Show extends string = string> {
  q: string | undefined
  sort: Sort | undefined
  /** The selected filter; undefined shows all rows. */
  show: Show | undefined
  /** The API's `cursor`. */
  after: string | undefined
  before: string | undefined
  /** Number of the page's first row, from 1. */
  row: number
}

/** Values of a search parameter, with their labels. */
export type Choices<Value extends string = string> = readonly (readonly [Value, string])[]

export interface ListChoices<Sort extends string = string, Show extends string = string> {
  sorts: Choices<Sort>
  filters: Choices<Show>
}

export function readListSearch<Sort extends string, Show extends string>(
  request: Request,
  { sorts, filters: shows }: ListChoices<Sort, Show>,
): ListSearch<Sort, Show> {
  const params = new URL(request.url).searchParams
  const readChoice = <Value extends string>(choices: Choices<Value>, name: string) =>
    choices.find(([value]) => value === params.get(name))?.[0]
  const readId = (name: string) => /^[\da-f-]{36}$/.exec(params.get(name) ?? '')?.[0]
  const row = Math.floor(Number(params.get('row')))
  return {
    q: params.get('q')?.replaceAll('\0', '').trim().slice(0, 100) || undefined,
    sort: readChoice(sorts, 'sort'),
    show: readChoice(shows, 'show'),
    after: readId('after'),
    before: readId('before'),
    row: row > 0 && row < 1e9 ? row : 1,
  }
}

/** URL of the list's first page, with the changes applied. */
export function buildListUrl({ q, sort, show }: ListSearch, changes: Partial<ListSearch> = {}): string {
  const entries = Object.entries({ q, sort, show, ...changes }).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Requests one row more than a page shows: it tells whether there is a next page. */
export function toListQuery<Sort extends string>({ q, sort, after, before }: ListSearch<Sort>) {
  return { q, sort, cursor: after, before: after ? undefined : before, limit: pageSize + 1 }
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
  return {
    rows,
    previous: hasPrevious ? buildListUrl(search, { before: rows[0]?._id, row }) : undefined,
    next: hasNext ? buildListUrl(search, { after: rows.at(-1)?._id, row: search.row + pageSize }) : undefined,
  }
}

/** The column's sort direction, and the URL that sorts by it or reverses the direction. */
export function toColumnSorting(search: ListSearch, [up, down]: readonly [up: string, down: string]) {
  const { sort } = search
  const direction = sort === up ? 'ascending' : sort === down ? 'descending' : undefined
  return { direction, to: buildListUrl(search, { sort: sort === up ? down : up }) } as const
}
