import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'

export interface Column<Row> {
  name: string
  cell: (row: Row, number: number) => ReactNode
  className?: string
  numeric?: true
  /** Place of the cell in a card. If any column has one, cards hide the columns without one until they are opened. */
  card?: CardPart
  sorting?: { direction: 'ascending' | 'descending' | undefined; to: string }
}

/** Line 1 is `title` and `amount`, line 2 `status` and `action` cells, line 3 `text` and `note`. */
type CardPart = 'title' | 'amount' | 'status' | 'note' | 'text' | 'action'

export interface CardTableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  first?: number
  wide?: boolean
  selector?: { head: ReactNode; cell: (row: Row) => ReactNode }
  /** `render` is shown below an open row; `toName` labels its button. */
  details?: { render: (row: Row) => ReactNode; toName: (row: Row) => string }
}

/** A table whose rows become cards in a narrow container, or where it would be wider than its container. */
export function CardTable<Row extends { _id: string }>(props: CardTableProps<Row>) {
  const { columns, rows, first = 1, wide, selector, details } = props
  const hasHiddenCells = columns.some(({ card }) => card) && columns.some(({ card }) => !card)
  const container = useRef<HTMLDivElement>(null)
  const isTooWide = useIsTooWide(container)
  const cardWidth = wide ? 'max-w-[62rem]' : 'max-w-[41rem]'
  return (
    <div ref={container} className={`@container ${isTooWide ? cardWidth : ''}`}>
      <table className={wide ? 'card-table-wide' : 'card-table'}>
        <thead>
          <tr>
            {selector && <td>{selector.head}</td>}
            {columns.map(({ name, numeric, sorting }) => (
              <th key={name} scope="col" data-numeric={numeric} aria-sort={sorting?.direction}>
                {sorting ? <SortLink name={name} {...sorting} /> : name}
              </th>
            ))}
            {(details || hasHiddenCells) && <td className={details ? '' : 'card-only'} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row._id} {...props} row={row} number={first + index} hasHiddenCells={hasHiddenCells} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A wider letter spacing, as some people set, makes a table grow out of the window. */
function useIsTooWide(container: RefObject<HTMLDivElement | null>): boolean {
  const [isTooWide, setTooWide] = useState(false)
  useEffect(() => {
    const box = container.current
    const table = box?.querySelector('table')
    if (!box || !table) return
    // `flushSync` renders before the paint that follows the measurement.
    const measure = () => table.offsetWidth > box.offsetWidth + 1 && flushSync(() => setTooWide(true))
    const observer = new ResizeObserver(measure)
    observer.observe(table)
    const tryTable = () => setTooWide(false)
    window.addEventListener('resize', tryTable)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', tryTable)
    }
  }, [container])
  return isTooWide
}

interface RowProps<Row> extends Pick<CardTableProps<Row>, 'columns' | 'selector' | 'details'> {
  row: Row
  number: number
  hasHiddenCells: boolean
}

function Row<Row extends { _id: string }>({ columns, selector, details, row, number, hasHiddenCells }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr data-open={isOpen || undefined} data-has-hidden-cells={hasHiddenCells || undefined}>
        {selector && <th scope="row">{selector.cell(row)}</th>}
        <Cells columns={columns} row={row} number={number} />
        {(details || hasHiddenCells) && (
          <td data-card="open" className={details ? '' : 'card-only'}>
            <button
              type="button"
              className="btn btn-ghost btn-square btn-sm"
              aria-expanded={isOpen}
              aria-label={details ? `Details of ${details.toName(row)}` : `More of row ${number}`}
              onClick={() => setOpen(!isOpen)}
            >
              <svg viewBox="0 0 20 20" className="size-4 fill-none stroke-current stroke-2" aria-hidden="true">
                <path d={isOpen ? 'M4 13l6-6 6 6' : 'M4 7l6 6 6-6'} />
              </svg>
            </button>
          </td>
        )}
      </tr>
      {details && isOpen && (
        <tr className="details">
          <td colSpan={columns.length + (selector ? 2 : 1)}>{details.render(row)}</td>
        </tr>
      )}
    </>
  )
}

/** A click on a check box renders no cell again. */
const Cells = memo(RowCells) as typeof RowCells

function RowCells<Row>({ columns, row, number }: Pick<RowProps<Row>, 'columns' | 'row' | 'number'>): ReactNode {
  return columns.map(({ name, numeric, card, cell, className }) => (
    <td key={name} data-label={name} data-numeric={numeric} data-card={card} className={className}>
      {cell(row, number)}
    </td>
  ))
}

const arrows = { ascending: 'M2 8l4-5 4 5z', descending: 'M2 4l4 5 4-5z', none: 'M2 5l4-4 4 4zM2 7l4 4 4-4z' } as const

function SortLink({ name, direction, to }: { name: string } & NonNullable<Column<unknown>['sorting']>) {
  return (
    <>
      <Link to={to} preventScrollReset className="sort-link">
        {name}
        <svg viewBox="0 0 12 12" className={`size-3 ${direction ? 'fill-current' : 'fill-muted'}`} aria-hidden="true">
          <path d={arrows[direction ?? 'none']} />
        </svg>
      </Link>
      <span className="sort-name">{name}</span>
    </>
  )
}
