import { z } from 'zod'
import { maxOrderLines } from '#contract/limits.ts'
import { CartLine, NewCartLine } from './carts.ts'
import { id, requiredText, withShown } from './fields.ts'

export const SavedListSummary = z.object({
  _id: z.string(),
  name: z.string(),
  lineCount: z.number().int(),
  changedAt: z.iso.datetime(),
})

export const SavedList = SavedListSummary.extend({
  lines: z.array(CartLine),
})
export type SavedList = z.infer<typeof SavedList>

export const NewSavedList = z.object({
  name: requiredText(100),
  lines: z.array(NewCartLine.extend({ toolId: id })).max(maxOrderLines, 'A list has at most 1,000 lines.'),
})

export const SavedListChange = withShown(NewSavedList)
