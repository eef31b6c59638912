import { z } from 'zod'
import { AccountSummary, Profile } from '#contract/schemas/accounts.ts'
import { SavedAddress } from '#contract/schemas/addresses.ts'
import { id, money, requiredLine, requiredText, withShown } from '#contract/schemas/fields.ts'
import { Order } from '#contract/schemas/orders.ts'
import { Review } from '#contract/schemas/reviews.ts'
import { companyRoles } from '#contract/states/company-roles.ts'

const time = z.iso.datetime()
const count = z.number().int()

const AccountNote = z.object({ _id: z.string(), authorEmail: z.string(), text: z.string(), time })

export const AccountDetails = AccountSummary.extend({
  emailVerified: z.boolean(),
  createdAt: time,
  blockedAt: time.nullable(),
  blockedReason: z.string(),
  paidTotal: z.number(),
  unpaidTotal: money,
  orderCounts: z.object({ unpaid: count, toShip: count, shipped: count, cancelled: count }),
  company: z.object({ _id: z.string(), name: z.string(), role: z.enum(companyRoles) }).nullable(),
  profile: Profile.nullable(),
  /** The newest ten, including cancelled orders. */
  orders: z.array(Order),
  addresses: z.array(SavedAddress),
  reviews: z.array(Review),
  notes: z.array(AccountNote),
})
export type AccountDetails = z.infer<typeof AccountDetails>

export const AccountAreas = withShown(z.object({ areas: AccountSummary.shape.areas }))
export const AccountBlock = z.object({ reason: requiredLine(200) })
export const NoteParams = z.object({ id, noteId: id })
export const NewNote = z.object({ text: requiredText(2000) })
