import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column<Row> {
  name: string
  /** `number` is the row's number in the list, from 1. */
  cell: (row: Row, number: number) => ReactNode
  className?: string
  /** Aligned at the end, where digits stand below each other. */
  numeric?: true
  /** The current direction, and the URL that sorts by this column or reverses the direction. */
  sorting?: { direction: 'ascending' | 'descending' | undefined; to: string }
}

export interface CardTableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Number of the first row. */
  first?: number
  /** For many columns: shows cards up to a greater width. */
  wide?: boolean
  /** A narrow column before the others, by which rows are selected: it heads each row. */
  selector?: { head: ReactNode; cell: (row: Row) => ReactNode }
}

/** A table whose rows become cards in a narrow container. */
export function CardTable<Row extends { _id: string }>({
  columns,
  rows,
  first = 1,
  wide,
  selector,
}: CardTableProps<Row>) {
  return (
    <div className="@container">
      <table className={wide ? 'card-table-wide' : 'card-table'}>
        <thead>
          <tr>
            {selector && <td>{selector.head}</td>}
            {columns.map(({ name, numeric, sorting }) => (
              <th key={name} scope="col" data-numeric={numeric} aria-sort={sorting?.direction}>
                {sorting ? <SortLink name={name} {...sorting} /> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row._id}>
              {selector && <th scope="row">{selector.cell(row)}</th>}
              {columns.map(({ name, numeric, cell, className }) => (
                <td key={name} data-label={name} data-numeric={numeric} className={className}>
                  {cell(row, first + index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
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
