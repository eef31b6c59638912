import { z } from 'zod'
import { selectedIdList } from './bulk-actions.ts'

const exportedLists = [
  'orders',
  'orderLines',
  'tools',
  'accounts',
  'returns',
  'reviews',
  'adminActions',
  'listRows',
] as const
export type ExportedList = (typeof exportedLists)[number]

export const ExportParams = z.object({ list: z.enum(exportedLists) })

export const ExportQuery = z.looseObject({
  ids: selectedIdList.optional(),
  /** A comma also splits cells at semicolons. */
  decimalSign: z.enum(['.', ',']).optional(),
})
