import type { ReactNode } from 'react'
import type { ActionResult } from '#contract/schemas/admin/bulk-actions.ts'
import type { ConfirmProps } from '#web/widgets/dialog.tsx'
import type { ListExport } from './export-buttons.tsx'

/** Posted to the page's action as `intent`, with the rows' `ids`. */
export interface BulkAction<Row = never> {
  intent: string
  name: string
  className: string
  /** Ends a sentence about refused rows, such as 'was not delivered'. */
  notDone: readonly [singular: string, plural: string]
  question?: {
    verb: string
    detail?: string
    tone?: ConfirmProps['tone']
    fields?: (rows: readonly Row[], errors: Readonly<Record<string, string>>) => ReactNode
  }
}

export interface BulkActions<Row> {
  toName: (row: Row) => string
  toFullName: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  exports: readonly ListExport[]
  /** Further buttons for the selected rows. */
  documents?: (ids: readonly string[]) => ReactNode
}

/** `results` is missing when the call itself was refused. */
export type BulkOutcome = { results?: readonly ActionResult[]; errors?: Record<string, string> } | null

export interface RefusedRows {
  title: string
  rows: readonly { id: string; name: string; detail: string }[]
}
