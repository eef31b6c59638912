import { z } from 'zod'
import { listQuery, text } from './fields.ts'
import { Tool } from './tools.ts'

const action = z.enum(['promote', 'demote', 'deliver', 'cancel_order', 'add_tool', 'update_tool', 'delete_tool'])

/** Of a tool, what an action changed; empty where the action itself says it all. */
const Change = Tool.omit({ _id: true }).partial()

/** What an admin did, or the shop itself where `actorEmail` is null. */
export const AdminAction = z.object({
  _id: z.string(),
  actorEmail: z.string().nullable(),
  action,
  /** The account's email, the tool's name, or the name of the tool that was ordered, as it was then. */
  subject: z.string(),
  subjectId: z.string(),
  /** Whose order it was; null where the subject is none. */
  buyerEmail: z.string().nullable(),
  before: Change,
  after: Change,
  time: z.iso.datetime(),
})
export type AdminAction = z.infer<typeof AdminAction>

export const ActionFilter = z.object({
  /** A part of the actor's email, of the subject, or of the email of an order's buyer. */
  q: text(100).optional(),
  action: action.optional(),
})

export const ActionQuery = listQuery.extend({
  ...ActionFilter.shape,
  /** Newest first unless told. */
  sort: z.enum(['newest', 'oldest']).optional(),
})
