import { z } from 'zod'
import { selectedIdList } from './bulk-actions.ts'
import { text } from './fields.ts'

const exportedLists = ['orders', 'orderLines', 'tools', 'accounts', 'returns', 'reviews', 'adminActions'] as const
export type ExportedList = (typeof exportedLists)[number]

export const ExportParams = z.object({ list: z.enum(exportedLists) })

/** As in the address of the list's page. */
export const ExportQuery = z.object({
  q: text(100).optional(),
  show: text(20).optional(),
  sort: text(20).optional(),
  /** Of orders, order lines and tools: only those, with commas between them. */
  ids: selectedIdList.optional(),
})
