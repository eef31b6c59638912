import { z } from 'zod'
import { listQuery, text } from './fields.ts'
import { ToolDetails } from './tools.ts'

export const adminActionNames = [
  'promote',
  'demote',
  'deliver',
  'cancel_order',
  'mark_paid',
  'add_tool',
  'update_tool',
  'delete_tool',
  'show_review',
  'hide_review',
  'delete_review',
  'export_data',
  'close_account',
  'rename_brand',
  'delete_brand',
  'add_category',
  'update_category',
  'move_category',
  'delete_category',
] as const
const action = z.enum(adminActionNames)

/** Only the changes of tools, brands and categories are sent. */
const Change = ToolDetails.omit({ _id: true, highlights: true, replacement: true, related: true })
  .extend({ replacementSku: z.string(), filters: z.array(z.string()) })
  .partial()

export const AdminAction = z.object({
  _id: z.string(),
  /** Null when the shop made the change itself. */
  actorEmail: z.string().nullable(),
  action,
  /** Email of the account, name of the ordered tool, of the review's author or of the rest, at that time. */
  subject: z.string(),
  subjectId: z.string(),
  buyerEmail: z.string().nullable(),
  before: Change,
  after: Change,
  time: z.iso.datetime(),
})
export type AdminAction = z.infer<typeof AdminAction>

export const ActionFilter = z.object({
  q: text(100).optional(),
  action: action.optional(),
})

export const ActionQuery = listQuery.extend({
  ...ActionFilter.shape,
  sort: z.enum(['newest', 'oldest']).optional(),
})
