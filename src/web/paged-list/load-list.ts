import { redirect } from 'react-router'
import type { ListColumn } from './list-columns.ts'
import { buildListUrl, type ListPage, type ListSearch, readListSearch, toListPage, toListQuery } from './list-search.ts'

export interface LoadedList<Row> {
  search: ListSearch
  page: ListPage<Row>
  count: number
}

interface ListCalls<Row, Query> {
  list: (query: Query) => Promise<readonly Row[]>
  /** Takes of the query what narrows the list. */
  count: (query: Query) => Promise<{ count: number }>
}

/** Loads the page that the URL names; an empty page redirects to the first one. */
export async function loadList<Row extends { _id: string }, Query>(
  request: Request,
  columns: readonly ListColumn<Row, Query>[],
  calls: ListCalls<Row, Query>,
): Promise<LoadedList<Row>> {
  const search = readListSearch(request, columns)
  // Made of the parameters and values that the columns name, which are the query's.
  const toQuery = (query: object) => query as Query
  const { q, filters } = search
  const [rows, { count }] = await Promise.all([
    calls.list(toQuery(toListQuery(search))),
    calls.count(toQuery({ q, ...filters })),
  ])
  if (rows.length === 0 && count > 0) throw redirect(buildListUrl(search))
  return { search, page: toListPage(search, rows), count }
}
