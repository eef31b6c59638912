import { z } from 'zod'
import { adminAreas } from '#contract/states/admin-areas.ts'
import { email, listQuery, requiredText, sortBy, text, withShown } from './fields.ts'

export const adminArea = z.enum(adminAreas)

export const AccountSummary = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.string(),
  name: z.string(),
  blocked: z.boolean(),
  /** What an admin is in charge of; none for a customer. */
  areas: z.array(adminArea),
  /** Only if the query asks for `totals`. Cancelled orders are left out; `paidTotal` is less refunds and lost disputes. */
  totals: z
    .object({
      orders: z.number().int(),
      unpaid: z.number().int(),
      paidTotal: z.number(),
      lastOrderAt: z.iso.datetime().nullable(),
    })
    .optional(),
})
export type AccountSummary = z.infer<typeof AccountSummary>

export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  education: z.string(),
  city: z.string(),
  phone: z.string(),
  linkedIn: z.string(),
})

export type Profile = z.infer<typeof Profile>

export const NewProfile = z.object({
  name: text(200),
  email,
  education: requiredText(500),
  city: requiredText(200),
  phone: requiredText(100),
  linkedIn: requiredText(500),
})

export const ProfileChange = withShown(NewProfile)

export const EmailParams = z.object({ email })

export const AccountFilter = z.object({
  q: text(100).optional(),
  role: z.enum(['customer', 'admin']).optional(),
  blocked: z
    .literal('true')
    .transform(() => true)
    .optional(),
})

export const AccountQuery = listQuery.extend({
  ...AccountFilter.shape,
  sort: sortBy('email'),
  totals: z.literal('true').optional(),
})
