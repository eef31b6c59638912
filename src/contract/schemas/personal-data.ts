import { z } from 'zod'
import { companyRoles } from '#contract/states/company-roles.ts'
import { Profile } from './accounts.ts'
import { SavedAddress } from './addresses.ts'
import { CartLine } from './carts.ts'
import { CompanyApplication } from './companies.ts'
import { money } from './fields.ts'
import { OrderDetails } from './orders.ts'
import { Review } from './reviews.ts'

const time = z.iso.datetime()

const Document = z.object({
  number: z.number().int(),
  orderNumber: z.number().int(),
  issuedAt: time,
  billTo: z.string(),
  shipTo: z.string(),
  taxId: z.string(),
})

export const PersonalData = z.object({
  account: z.object({
    email: z.string(),
    name: z.string(),
    picture: z.string().nullable(),
    role: z.string(),
    emailVerified: z.boolean(),
    createdAt: time,
    blockedAt: time.nullable(),
    blockedReason: z.string(),
  }),
  notes: z.array(z.object({ text: z.string(), time })),
  profile: Profile.nullable(),
  /** That they order for. */
  company: z
    .object({ number: z.number().int(), name: z.string(), role: z.enum(companyRoles), amount: money.nullable() })
    .nullable(),
  /** Companies that they have applied for. */
  applications: z.array(CompanyApplication.extend({ time, refused: z.boolean(), reason: z.string() })),
  cart: z.array(CartLine.omit({ tool: true })),
  addresses: z.array(SavedAddress),
  lists: z.array(z.object({ name: z.string(), lines: z.array(CartLine.omit({ tool: true })) })),
  orders: z.array(OrderDetails),
  /** Documents without lines, which are those of the orders. */
  invoices: z.array(Document),
  creditNotes: z.array(Document),
  reviews: z.array(Review),
  uploads: z.array(z.string()),
  mails: z.array(z.object({ kind: z.string(), createdAt: time, sentAt: time.nullable() })),
  sessions: z.array(z.object({ startedAt: time, expiresAt: time, userAgent: z.string() })),
})
export type PersonalData = z.infer<typeof PersonalData>

export const CloseAccountQuery = z.object({
  reviews: z.enum(['delete', 'keep']),
})
