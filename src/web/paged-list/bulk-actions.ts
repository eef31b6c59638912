import type { ReactNode } from 'react'
import type { ActionResult } from '#contract/schemas/bulk-actions.ts'
import type { ConfirmProps } from '#web/ui/dialog.tsx'
import type { ListExport } from './export-buttons.tsx'

/** An action on selected rows, which the page's action takes as `intent` with the rows' `ids`. */
export interface BulkAction<Row = never> {
  intent: string
  name: string
  className: string
  /** Such as 'was not delivered'. */
  notDone: readonly [singular: string, plural: string]
  /** Asked first; without it, the button acts at once. */
  question?: {
    verb: string
    detail?: string
    tone?: ConfirmProps['tone']
    /** Fields for the selected rows, which the page's action takes, too. */
    fields?: (rows: readonly Row[]) => ReactNode
  }
}

export interface BulkActions<Row> {
  /** Names a row, such as 'order 100012'. */
  toName: (row: Row) => string
  /** The same with what it is about, for a list of faults. */
  toFullName: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  exports: readonly ListExport[]
}

/** What a page's action returns of a bulk action; null when the call itself was refused. */
export type BulkOutcome = { results: readonly ActionResult[] } | null

export interface RefusedRows {
  title: string
  rows: readonly { id: string; name: string; detail: string }[]
}

export const countNouns = (count: number, [singular, plural]: readonly [string, string]) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
