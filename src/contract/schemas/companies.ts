import { z } from 'zod'
import { maxChargeCents } from '#contract/pricing/currencies.ts'
import { adminArea } from '#contract/schemas/accounts.ts'
import { companyRoles } from '#contract/states/company-roles.ts'
import { isTrimmedEmail } from '#contract/text.ts'
import { SavedAddress } from './addresses.ts'
import { email, id, line, listQuery, money, requiredLine, requiredText, sortBy, text, withShown } from './fields.ts'
import { Order } from './orders.ts'

const mailbox = email.refine(isTrimmedEmail, 'This is no email address.')

export const CompanyData = z.object({
  name: requiredLine(100),
  taxId: line(40),
  street: requiredLine(200),
  city: requiredLine(100),
  region: line(100),
  postalCode: line(20),
  country: requiredLine(60),
  phone: requiredLine(40),
  email: mailbox,
})
export type CompanyData = z.infer<typeof CompanyData>

export const CompanyApplication = CompanyData.extend({ about: text(1000).default('') })

export const NewCompany = CompanyApplication.extend({ managerEmail: mailbox })

export const CompanyChange = withShown(CompanyData.extend({ poRequired: z.boolean() }))

const placeFields = z.object({
  role: z.enum(companyRoles),
  amount: money
    .max(maxChargeCents / 100)
    .nullable()
    .default(null),
})

const hasAmountOfBuyer = ({ role, amount }: z.output<typeof placeFields>) => role === 'buyer' || amount === null
const onlyBuyers = { path: ['amount'], message: 'Only buyers have an amount.' }

/** `amount`: when a buyer's orders of 24 hours come to more, the newest waits for approval; null: none waits. */
export const Place = placeFields.refine(hasAmountOfBuyer, onlyBuyers)
export const PlaceChange = withShown(placeFields).refine(hasAmountOfBuyer, onlyBuyers)

export const CompanyIdParams = z.object({ companyId: id })
export const InvitationParams = z.object({ email: mailbox })
export const MemberParams = z.object({ accountId: id })

const Member = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(companyRoles),
  amount: money.nullable(),
  blocked: z.boolean(),
})
export type Member = z.infer<typeof Member>

const Invitation = z.object({
  email: z.string(),
  role: z.enum(companyRoles),
  amount: money.nullable(),
  time: z.iso.datetime(),
})

/** What its members see. `invitations` is empty but for managers. */
export const Company = z.object({
  _id: z.string(),
  number: z.number().int(),
  ...CompanyData.shape,
  poRequired: z.boolean(),
  members: z.array(Member),
  invitations: z.array(Invitation),
})
export type Company = z.infer<typeof Company>

export const Membership = z.object({
  /** What an admin of the shop is in charge of; none for others. */
  areas: z.array(adminArea),
  company: z
    .object({ _id: z.string(), number: z.number().int(), name: z.string(), poRequired: z.boolean() })
    .nullable(),
  role: z.enum(companyRoles).nullable(),
  amount: money.nullable(),
  /** What a buyer can order without waiting for approval: the amount less their orders of 24 hours; null without an amount. */
  amountLeft: money.nullable(),
  /** Null once it is accepted. */
  application: z
    .object({ name: z.string(), time: z.iso.datetime(), refused: z.boolean(), reason: z.string() })
    .nullable(),
  invitations: z.array(z.object({ companyId: z.string(), companyName: z.string(), role: z.enum(companyRoles) })),
})
export type Membership = z.infer<typeof Membership>

export const Decline = z.object({ reason: requiredText(500) })

export const CompanyFilter = z.object({
  q: text(100).optional(),
  state: z.enum(['applied', 'accepted', 'refused', 'withoutManager']).optional(),
})
export const CompanyQuery = listQuery.extend({ ...CompanyFilter.shape, sort: sortBy() })

const companyState = z.enum(['applied', 'accepted', 'refused'])

export const CompanySummary = z.object({
  _id: z.string(),
  number: z.number().int(),
  name: z.string(),
  city: z.string(),
  taxId: z.string(),
  state: companyState,
  time: z.iso.datetime(),
  members: z.number().int(),
  orders: z.number().int(),
  lastOrderAt: z.iso.datetime().nullable(),
})
export type CompanySummary = z.infer<typeof CompanySummary>

/** Only admins read it. */
export const CompanyDetails = Company.extend({
  about: z.string(),
  state: companyState,
  /** When it was accepted, or else when it applied. */
  time: z.iso.datetime(),
  reason: z.string(),
  applicantEmail: z.string().nullable(),
  /** Names of other companies with the same tax id. */
  sameTaxId: z.array(z.string()),
  /** Whether the check digits of the tax id are wrong. */
  isTaxIdDoubtful: z.boolean(),
  /** The newest ten, including cancelled orders. */
  orders: z.array(Order),
  sites: z.array(SavedAddress),
  priceListId: z.string().nullable(),
  /** The contract is a price list of this company alone. */
  contractId: z.string().nullable(),
})
export type CompanyDetails = z.infer<typeof CompanyDetails>
