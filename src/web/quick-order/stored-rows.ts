import type { RawRow } from './read-rows.ts'
import type { OrderRow } from './resolve-rows.ts'

const key = 'quickOrder'

/** The rows that were on the page: a reload, Back or a sign-in keeps them. Deleted at a sign-out. */
export function readStoredRows(): RawRow[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

export function storeRows(rows: readonly OrderRow[]): void {
  const raw = rows.map(({ number, sku, quantity }) => ({ number, cells: [sku, quantity].filter(cell => cell !== '') }))
  if (raw.length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(raw))
}
