import { z } from 'zod'
import { selectedIdList } from './bulk-actions.ts'

const exportedLists = ['orders', 'orderLines', 'tools', 'accounts', 'returns', 'reviews', 'adminActions'] as const
export type ExportedList = (typeof exportedLists)[number]

export const ExportParams = z.object({ list: z.enum(exportedLists) })

/** Search, filter and sort fields of the list's own call. */
export const ExportQuery = z.looseObject({
  /** Comma-separated ids of the orders or tools to export; no other rows are exported. */
  ids: selectedIdList.optional(),
  /** A comma also splits cells at semicolons. */
  decimalSign: z.enum(['.', ',']).optional(),
})
