import { z } from 'zod'
import { selectedIdList } from './bulk-actions.ts'

const exportedLists = ['orders', 'orderLines', 'tools', 'accounts', 'returns', 'reviews', 'adminActions'] as const
export type ExportedList = (typeof exportedLists)[number]

export const ExportParams = z.object({ list: z.enum(exportedLists) })

/** What the list's own call takes: how it is searched, filtered and sorted. */
export const ExportQuery = z.looseObject({
  /** Of orders, order lines and tools: only those, with commas between them. */
  ids: selectedIdList.optional(),
})
