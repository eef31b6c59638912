import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { CardTable } from '#web/ui/card-table.tsx'
import { SyncedInput } from '#web/ui/forms/synced-input.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import type { BulkActions } from './bulk-actions.ts'
import { Choice } from './choice.tsx'
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
  searchLabel: string
  list: LoadedList<Row>
  columns: readonly ListColumn<Row, Query>[]
  /** How the list is sorted at first. */
  isOldestFirst?: boolean
  wide?: boolean
  /** Without a search as long as all rows fit on a screen or two. */
  isPlainWhenShort?: boolean
  /** Beside the count. */
  note?: ReactNode
  /** What can be downloaded as it is filtered. */
  exports?: readonly ListExport[]
  /** What can be done to selected rows. */
  bulk?: BulkActions<Row>
}

/** A table with search, filters, sort and pages. */
export function PagedList<Row extends { _id: string }, Query>({
  title,
  nouns,
  searchLabel,
  list,
  columns,
  isOldestFirst = false,
  wide = false,
  isPlainWhenShort = false,
  note,
  exports = [],
  bulk,
}: PagedListProps<Row, Query>) {
  const { search, page, count } = list
  const { location, formMethod } = useNavigation()
  const hasSearch = !isPlainWhenShort || count > shortListLength || isNarrowed(search)
  // A navigation without a query is not one within the list.
  const loading = location !== undefined && formMethod !== 'POST' && location.search !== ''
  const table = {
    ...{ wide, first: search.row, rows: page.rows },
    columns: columns.map(({ sort, filter: _, ...column }) =>
      sort ? { ...column, sorting: toColumnSorting(search, sort) } : column,
    ),
  }
  const filters = listFilters(columns)
  const empty = <EmptyList search={search} plural={nouns[1]} />
  return (
    <section className="grid gap-6">
      <h1 className="section-title">{title}</h1>
      {hasSearch && (
        <Form
          method="get"
          role="search"
          preventScrollReset
          className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:flex"
        >
          <div className="col-span-full grid grow gap-1">
            <label htmlFor="list-q" className="font-semibold">
              {searchLabel}
            </label>
            <div className="flex gap-2">
              <SyncedInput
                id="list-q"
                name="q"
                type="search"
                className="input w-full"
                value={search.q}
                maxLength={100}
                enterKeyHint="search"
              />
              <button type="submit" className="btn btn-quiet">
                Search
              </button>
            </div>
          </div>
          {filters.map(({ param, label, choices }) => (
            <Choice
              key={param}
              label={label}
              name={param}
              choices={[['', 'All'], ...choices]}
              value={search.filters[param]}
            />
          ))}
          <div className={filters.length % 2 === 0 ? 'col-span-2 sm:col-span-1' : ''}>
            <Choice label="Sort by" name="sort" choices={listSorts(columns, isOldestFirst)} value={search.sort} />
          </div>
        </Form>
      )}
      <div className={`grid gap-4 transition-opacity ${loading ? 'opacity-60' : ''}`} aria-busy={loading}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p
            id={summaryId}
            tabIndex={-1}
            className="text-muted tabular-nums outline-none"
            {...(isPlainWhenShort ? { 'aria-live': 'polite' } : { role: 'status' })}
          >
            {formatSummary(nouns, search, page.rows.length, count)}
            {note}
          </p>
          {page.rows.length > 0 && <ExportButtons exports={exports} search={search} />}
        </div>
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
      // The link may go.
      onClick={() => document.getElementById(summaryId)?.focus()}
    >
      {name}
    </Link>
  )
}

function EmptyList({ search, plural }: { search: ListSearch; plural: string }) {
  const narrowed = isNarrowed(search)
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <p>{narrowed ? `No ${plural} fit that.` : `There are no ${plural} yet.`}</p>
      {narrowed && (
        <Link to="?" className="btn btn-primary">
          Show all {plural}
        </Link>
      )}
    </div>
  )
}

const formatNumber = (count: number) => count.toLocaleString('en-US')

function formatSummary(nouns: readonly [string, string], search: ListSearch, shown: number, count: number): string {
  const all = formatCount(count, search.q, nouns)
  if (shown === 0 || shown === count) return all
  return `${formatNumber(search.row)} to ${formatNumber(search.row + shown - 1)} of ${all}`
}
