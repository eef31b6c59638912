import { redirect } from 'react-router'
import { type AnyColumn, type ListColumn, listFilters, maxFilterLinks } from './list-columns.ts'
import { buildListUrl, type ListPage, type ListSearch, readListSearch, toListPage, toListQuery } from './list-search.ts'

export interface LoadedList<Row> {
  search: ListSearch
  page: ListPage<Row>
  count: number
  /** How many rows each choice of a filter finds, by `toCountKey`. Not of a search by text, which may read every row. */
  counts: Promise<ReadonlyMap<string, number>> | undefined
}

interface ListCalls<Row, Query, Counted extends { count: number }> {
  list: (query: Query) => Promise<readonly Row[]>
  /** Takes of the query what narrows the list. */
  count: (query: Query) => Promise<Counted>
}

/** Loads the page that the URL names; an empty page redirects to the first one. */
export async function loadList<Row extends { _id: string }, Query, Counted extends { count: number }>(
  request: Request,
  columns: readonly ListColumn<Row, Query>[],
  calls: ListCalls<Row, Query, Counted>,
): Promise<LoadedList<Row> & { counted: Counted }> {
  const search = readListSearch(request, columns)
  // Made of the parameters and values that the columns name, which are the query's.
  const toQuery = (query: object) => query as Query
  const { q, filters } = search
  const countFiltered = (narrowed: object) => calls.count(toQuery({ q, ...filters, ...narrowed }))
  const [rows, counted] = await Promise.all([calls.list(toQuery(toListQuery(search))), countFiltered({})])
  if (rows.length === 0 && counted.count > 0) throw redirect(buildListUrl(search))
  const counts = q === undefined ? countChoices(columns, countFiltered) : undefined
  return { search, page: toListPage(search, rows), count: counted.count, counted, counts }
}

export const toCountKey = (param: string, value: string) => `${param}=${value}`

/** Counts what the links of the filters lead to. None is shown where a count fails. */
async function countChoices(
  columns: readonly AnyColumn[],
  count: (narrowed: object) => Promise<{ count: number }>,
): Promise<ReadonlyMap<string, number>> {
  const choices = listFilters(columns)
    .filter(filter => filter.choices.length <= maxFilterLinks)
    .flatMap(filter => filter.choices.map(([value]) => [filter.param, value] as const))
  const counts = choices.map(async ([param, value]) => {
    const found = await count({ [param]: value })
    return [toCountKey(param, value), found.count] as const
  })
  return Promise.all(counts).then(
    entries => new Map(entries),
    () => new Map(),
  )
}
