import type { RowCells } from './read-rows.ts'
import type { OrderRow } from './resolve-rows.ts'

const key = 'quickOrder'

/** The rows that were on the page: a reload, Back or a sign-in keeps them. Deleted at a sign-out. */
export function readStoredRows(): RowCells[] {
  try {
    const rows: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(rows) ? rows.filter(isRow) : []
  } catch {
    return []
  }
}

const isRow = (row: unknown): row is RowCells => Array.isArray(row) && row.every(cell => typeof cell === 'string')

export function storeRows(rows: readonly OrderRow[]): void {
  const cells = rows.toSorted((one, other) => one.number - other.number).map(({ sku, quantity }) => [sku, quantity])
  if (cells.length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(cells.map(row => row.filter(cell => cell !== ''))))
}
