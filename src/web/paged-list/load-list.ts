import { redirect } from 'react-router'
import {
  buildListUrl,
  type ListChoices,
  type ListPage,
  type ListSearch,
  readListSearch,
  toListPage,
  toListQuery,
} from './list-search.ts'

export interface LoadedList<Row> {
  search: ListSearch
  page: ListPage<Row>
  count: number
}

interface ListCalls<Row, Sort extends string, Show extends string> {
  list: (query: ReturnType<typeof toListQuery<Sort>>, show: Show | undefined) => Promise<readonly Row[]>
  count: (q: string | undefined, show: Show | undefined) => Promise<{ count: number }>
}

/** Loads the page that the URL names; an empty page redirects to the first one. */
export async function loadList<Row extends { _id: string }, Sort extends string, Show extends string>(
  request: Request,
  choices: ListChoices<Sort, Show>,
  calls: ListCalls<Row, Sort, Show>,
): Promise<LoadedList<Row>> {
  const search = readListSearch(request, choices)
  const { q, show } = search
  const [rows, { count }] = await Promise.all([calls.list(toListQuery(search), show), calls.count(q, show)])
  if (rows.length === 0 && count > 0) throw redirect(buildListUrl(search))
  return { search, page: toListPage(search, rows), count }
}
