import { maxOrderLines } from '#contract/limits.ts'

export interface SharedRow {
  sku: string
  quantity: string | number
}

/** '/quick-order#CS-185=12&EBL-600=36': browsers send no fragment to the server, and it has no price. */
export const formatSharePath = (rows: readonly SharedRow[]): string =>
  `/quick-order#${new URLSearchParams(rows.map(({ sku, quantity }) => [sku, String(quantity)]))}`

/** Any other fragment, such as '#main', has no rows. */
export const readSharedRows = (hash: string): { sku: string; quantity: string }[] =>
  [...new URLSearchParams(hash.slice(1))]
    .map(([sku, quantity]) => ({ sku: sku.trim(), quantity: quantity.trim() }))
    .filter(({ sku, quantity }) => sku !== '' && quantity !== '')
    .slice(0, maxOrderLines)
