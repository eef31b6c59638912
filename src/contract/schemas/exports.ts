import { z } from 'zod'
import { selectedIdList } from './bulk-actions.ts'

const exportedLists = ['orders', 'orderLines', 'tools', 'accounts', 'returns', 'reviews', 'adminActions'] as const
export type ExportedList = (typeof exportedLists)[number]

export const ExportParams = z.object({ list: z.enum(exportedLists) })

/** What the list's own call takes: how it is searched, filtered and sorted. */
export const ExportQuery = z.looseObject({
  /** The ids of selected orders or tools, with commas between them: no other rows are exported. */
  ids: selectedIdList.optional(),
})
