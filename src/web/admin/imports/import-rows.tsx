import { Link } from 'react-router'
import { type ImportColumn, importColumnTitles, placeholderImage } from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { ImportDetails, ImportRow } from '#contract/schemas/admin/imports.ts'
import { CursorLinks } from '#web/paged-list/cursor-links.tsx'
import { Status } from '#web/ui/status.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'
import { RowRepair } from './row-repair.tsx'

interface ImportRowsProps {
  details: ImportDetails
  rows: readonly ImportRow[]
  show: string
  isLater: boolean
  hasMore: boolean
}

export function ImportRows({ details, rows, show, isLater, hasMore }: ImportRowsProps) {
  const { counts, rowCount, keptCount, state, list } = details
  const filters = [
    ['faulty', 'At fault', counts.faulty],
    ['new', 'New', counts.new],
    ['changed', 'Changed', counts.changed],
    ...(counts.removed > 0 ? ([['removed', 'Removed', counts.removed]] as const) : []),
    ['unchanged', 'Unchanged', counts.unchanged],
    ['all', 'All', rowCount],
    ...(keptCount > 0 ? ([['kept', 'Left as they are', keptCount]] as const) : []),
  ] as const
  return (
    <section className="grid gap-4">
      <nav aria-label="Rows" className="flex flex-wrap gap-2">
        {filters.map(([value, name, count]) => (
          <Link
            key={value}
            to={`?show=${value}`}
            preventScrollReset
            className={`btn btn-sm ${show === value ? 'btn-current' : 'btn-quiet'}`}
            aria-current={show === value ? 'page' : undefined}
          >
            {name} <span className="tabular-nums">{formatNumber(count)}</span>
          </Link>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p className="text-muted">There are no such rows.</p>
      ) : (
        <CardTable
          rows={rows.map(row => ({ _id: String(row.position), ...row }))}
          columns={[
            { name: 'Row', cell: ({ position }) => formatNumber(position + 1), numeric: true },
            { name: 'Tool', cell: row => <Tool row={row} />, className: 'min-w-48 wrap-anywhere' },
            { name: 'Status', cell: ({ status }) => states[status] },
            {
              name: 'Changes',
              cell: row =>
                row.status === 'faulty' ? <RowRepair row={row} isOpen={state === 'checked'} /> : <Changes row={row} />,
              className: 'min-w-64 wrap-anywhere',
            },
            ...(show === 'new' && !list
              ? []
              : [{ name: 'Price by', cell: ({ change }: ImportRow) => formatChange(change), numeric: true as const }]),
          ]}
        />
      )}
      <CursorLinks
        first={isLater ? [`?show=${show}`, 'First rows'] : undefined}
        next={hasMore ? [`?show=${show}&after=${rows.at(-1)?.cursor}`, 'Next'] : undefined}
      />
    </section>
  )
}

const states: Record<ImportRow['status'], React.ReactNode> = {
  pending: <Status kind="waiting">To be checked</Status>,
  new: <Status kind="success">New</Status>,
  changed: <Status kind="success">Changed</Status>,
  removed: <Status kind="error">Removed</Status>,
  unchanged: 'Unchanged',
  faulty: <Status kind="error">At fault</Status>,
}

const formatChange = (change: number) =>
  change === 0 ? '' : `${change > 0 ? '+' : '−'}${formatNumber(Number(Math.abs(change * 100).toFixed(1)))}%`

function Tool({ row: { sku, name, toolId, status } }: { row: ImportRow }) {
  const isLinked = toolId !== null && status !== 'faulty' && status !== 'new'
  return (
    <div>
      <span className="block font-semibold">
        {isLinked ? (
          <Link to={`/dashboard/manageProducts/${toolId}`} className="link">
            {sku}
          </Link>
        ) : (
          sku || '–'
        )}
      </span>
      <span className="text-sm text-muted">{name}</span>
    </div>
  )
}

/** The name of a new tool stands beside its changes; a description that repeats it, and no picture, say nothing. */
function listChanges({ changes, status, name }: ImportRow): ImportRow['changes'] {
  if (status === 'new')
    return changes.filter(({ column, after }) => column !== 'name' && after !== name && after !== placeholderImage)
  return status === 'removed'
    ? changes.filter(({ column, before }) => before !== '' && removedColumns.includes(column))
    : changes
}

/** Enough to tell what goes. */
const removedColumns: readonly ImportColumn[] = ['price', 'priceBreaks', 'percentOff', 'discountGroup', 'validFrom']

function Changes({ row }: { row: ImportRow }) {
  const { status, kept } = row
  const changes = listChanges(row)
  if (changes.length === 0)
    return kept.length === 0
      ? '–'
      : `Changed or ordered since: ${kept.map(column => importColumnTitles[column].toLowerCase()).join(', ')}`
  return (
    <dl className={`gap-x-4 gap-y-1 text-sm ${status === 'changed' ? 'grid' : 'flex flex-wrap'}`}>
      {changes.map(({ column, before, after }) => (
        <div key={column} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{importColumnTitles[column]}</dt>
          <dd className="whitespace-pre-line">
            {status !== 'new' && <del className="text-muted">{before || 'none'}</del>}
            {status === 'changed' && <span aria-hidden="true"> → </span>}
            {status !== 'removed' && (
              <ins className="font-semibold no-underline">
                {column === 'image' && after ? (
                  <img
                    src={after}
                    alt="The new one"
                    width={80}
                    height={80}
                    className="size-20 rounded-field bg-plate object-contain"
                  />
                ) : (
                  after || 'none'
                )}
              </ins>
            )}
            {kept.includes(column) && <span className="text-error"> (left as it is)</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
