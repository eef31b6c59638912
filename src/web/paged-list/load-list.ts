import { redirect } from 'react-router'
import { toFieldErrors } from '#web/session/api-errors.ts'
import { type AnyColumn, type ListColumn, listFilters, maxFilterLinks } from './list-columns.ts'
import { buildListUrl, type ListPage, type ListSearch, readListSearch, toListPage, toListQuery } from './list-search.ts'

export interface LoadedList<Row> {
  search: ListSearch
  page: ListPage<Row>
  count: number
  problem: string | undefined
  /** Row counts of filter choices by `toCountKey`; undefined for a text search, which may read every row. */
  filterCounts: Promise<ReadonlyMap<string, number>> | undefined
}

interface ListCalls<Row, Query, Counted extends { count: number }> {
  list: (query: Query) => Promise<readonly Row[]>
  count: (query: Query) => Promise<Counted>
}

export async function loadList<Row extends { _id: string }, Query, Counted extends { count: number }>(
  request: Request,
  columns: readonly ListColumn<Row, Query>[],
  calls: ListCalls<Row, Query, Counted>,
): Promise<LoadedList<Row> & { countReply: Counted }> {
  const search = readListSearch(request, columns)
  // The columns' types allow only parameters and values of the query.
  const toQuery = (query: object) => query as Query
  const { q, filters } = search
  const countFiltered = (narrowed: object) => calls.count(toQuery({ q, ...filters, ...narrowed }))
  const { rows, countReply, problem } = await Promise.all([
    calls.list(toQuery(toListQuery(search))),
    countFiltered({}),
  ]).then(
    ([rows, countReply]) => ({ rows, countReply, problem: undefined }),
    async error => {
      const { q: problem } = toFieldErrors(error)
      if (problem === undefined) throw error
      return { rows: [], countReply: { ...(await calls.count(toQuery(filters))), count: 0 }, problem }
    },
  )
  if (rows.length === 0 && countReply.count > 0) throw redirect(buildListUrl(search))
  const filterCounts = q === undefined ? countChoices(columns, countFiltered) : undefined
  return { search, page: toListPage(search, rows), count: countReply.count, countReply, problem, filterCounts }
}

export const toCountKey = (param: string, value: string) => `${param}=${value}`

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
