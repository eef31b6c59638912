import type { ReactNode } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import { SyncedInput } from '#web/fields/synced-input.tsx'
import { formatListCount } from '#web/ui/text/format-count.ts'
import { useResolved } from '#web/ui/use-resolved.ts'
import { CardTable, type CardTableProps } from '#web/widgets/card-table.tsx'
import type { BulkActions } from './bulk-actions.ts'
import { Choice, FilterLinks } from './choice.tsx'
import { ExportButtons, type ListExport } from './export-buttons.tsx'
import { type ListColumn, listFilters, listSorts } from './list-columns.ts'
import { isNarrowed, type ListSearch, toColumnSorting } from './list-search.ts'
import type { LoadedList } from './load-list.ts'
import { SelectableRows } from './selectable-rows.tsx'

const summaryId = 'list-summary'
const shortListLength = 10

interface PagedListProps<Row, Query> {
  title: string
  nouns: readonly [singular: string, plural: string]
  searchHint: string
  list: LoadedList<Row>
  columns: readonly ListColumn<Row, Query>[]
  isOldestFirst?: boolean
  wide?: boolean
  /** Hides search, filters and order while the list is short. Set by My Orders, where only toasts have the role `status`. */
  isPlainWhenShort?: boolean
  note?: ReactNode
  exports?: readonly ListExport[]
  bulk?: BulkActions<Row>
  details?: CardTableProps<Row>['details']
}

export function PagedList<Row extends { _id: string }, Query>({
  title,
  nouns,
  searchHint,
  list,
  columns,
  isOldestFirst = false,
  wide = false,
  isPlainWhenShort = false,
  note,
  exports = [],
  bulk,
  details,
}: PagedListProps<Row, Query>) {
  const { search, page, count } = list
  const { location, formMethod } = useNavigation()
  const hasControls = !isPlainWhenShort || count > shortListLength || isNarrowed(search)
  const { pathname } = useLocation()
  const loading = location?.pathname === pathname && formMethod !== 'POST'
  const table = {
    wide,
    first: search.row,
    rows: page.rows,
    ...(details && { details }),
    columns: columns.map(({ sort, filter: _, ...column }) =>
      sort ? { ...column, sorting: toColumnSorting(search, sort) } : column,
    ),
  }
  const counts = useResolved(list.filterCounts)
  const empty = <EmptyList search={search} plural={nouns[1]} problem={list.problem} />
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="section-title">{title}</h1>
          <p
            id={summaryId}
            tabIndex={-1}
            className="text-muted tabular-nums outline-none"
            {...(isPlainWhenShort ? { 'aria-live': 'polite' } : { role: 'status' })}
          >
            {formatSummary(nouns, search, page.rows.length, count)}
            {note}
          </p>
        </div>
        {hasControls && <SearchForm search={search} hint={searchHint} />}
      </div>
      <div className="flex items-center gap-x-3 gap-y-2 max-sm:-m-1.5 max-sm:overflow-x-auto max-sm:p-1.5 max-sm:pe-8 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)] sm:flex-wrap">
        {hasControls && (
          <>
            <FilterLinks search={search} filters={listFilters(columns)} counts={counts} />
            <Choice
              label="Sort by"
              name="sort"
              choices={listSorts(columns, isOldestFirst)}
              value={search.sort}
              search={search}
            />
          </>
        )}
        <div className="grow" />
        {page.rows.length > 0 && <ExportButtons exports={exports} search={search} />}
      </div>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity ${loading ? 'opacity-60' : ''}`}
        aria-busy={loading}
      >
        {bulk ? (
          <SelectableRows table={table} nouns={nouns} search={search} bulk={bulk} empty={empty} />
        ) : page.rows.length > 0 ? (
          <CardTable {...table} />
        ) : (
          empty
        )}
        {(page.previous || page.next) && (
          <nav aria-label="Pages" className="flex justify-between gap-4">
            {page.previous ? <PageLink to={page.previous} rel="prev" name="Previous" /> : <span />}
            {page.next && <PageLink to={page.next} rel="next" name="Next" />}
          </nav>
        )}
      </div>
    </section>
  )
}

function PageLink({ to, rel, name }: { to: string; rel: string; name: string }) {
  return (
    <Link
      to={to}
      rel={rel}
      className="btn btn-quiet"
      // The link may disappear, so the summary takes the focus.
      onClick={() => document.getElementById(summaryId)?.focus()}
    >
      {name}
    </Link>
  )
}

interface EmptyListProps {
  search: ListSearch
  plural: string
  problem: string | undefined
}

function EmptyList({ search, plural, problem }: EmptyListProps) {
  const narrowed = isNarrowed(search)
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <p>{problem ?? (narrowed ? `No ${plural} fit that.` : `There are no ${plural} yet.`)}</p>
      {narrowed && (
        <Link to="?" className="btn btn-primary">
          Show all {plural}
        </Link>
      )}
    </div>
  )
}

function formatSummary(nouns: readonly [string, string], search: ListSearch, shown: number, count: number): string {
  const all = formatListCount(count, search.q, nouns)
  if (shown === 0 || shown === count) return all
  return `${formatNumber(search.row)} to ${formatNumber(search.row + shown - 1)} of ${all}`
}

interface SearchFormProps {
  search: ListSearch
  hint: string
}

function SearchForm({ search: { q, sort, filters }, hint }: SearchFormProps) {
  const kept = Object.entries({ sort, ...filters }).filter(([, value]) => value !== undefined)
  return (
    <Form method="get" role="search" preventScrollReset className="flex min-w-64 grow items-center gap-2 lg:max-w-xl">
      <label htmlFor="list-q" className="text-sm font-semibold whitespace-nowrap">
        Find
      </label>
      <SyncedInput
        id="list-q"
        name="q"
        type="search"
        className="input h-9 w-full text-sm!"
        placeholder={hint}
        title={hint}
        value={q}
        enterKeyHint="search"
      />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn btn-quiet btn-sm h-9 text-sm">
        Search
      </button>
    </Form>
  )
}
