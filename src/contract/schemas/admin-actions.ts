import { z } from 'zod'
import { listQuery, text } from './fields.ts'
import { Tool } from './tools.ts'

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
] as const
const action = z.enum(adminActionNames)

/** Only a tool's changes are sent. */
const Change = Tool.omit({ _id: true }).partial()

export const AdminAction = z.object({
  _id: z.string(),
  /** Null when the shop made the change itself. */
  actorEmail: z.string().nullable(),
  action,
  /** Email of the account, name of the tool, of the ordered tool or of the review's author, at that time. */
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
