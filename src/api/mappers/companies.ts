import { toWireAddress } from '#api/mappers/accounts.ts'
import { toWireOrder } from '#api/mappers/orders.ts'
import { toExactCents } from '#api/mappers/tools.ts'
import { toAmount } from '#contract/pricing/money.ts'
import { refuse } from '#contract/refusals.ts'
import type {
  Company as WireCompany,
  CompanyDetails as WireCompanyDetails,
  CompanySummary as WireCompanySummary,
  Member as WireMember,
  Membership as WireMembership,
} from '#contract/schemas/companies.ts'
import type { CompanyRole } from '#contract/states/company-roles.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { getAreas } from '#shop/accounts/actors.ts'
import type { Company, ListedCompany } from '#shop/companies/companies.ts'
import type { CompanyDetails } from '#shop/companies/company-details.ts'
import type { Invitation, Place } from '#shop/companies/members.ts'

export function toPlace({ role, amount }: { role: CompanyRole; amount: number | null }): Place {
  return { role, amountCents: amount === null ? null : toExactCents(amount, 'amount') }
}

function toWireMember({ id, name, email, companyRole, amountCents, blockedAt }: Account): WireMember {
  return {
    _id: id,
    name,
    email,
    role: companyRole ?? refuse('internal'),
    amount: toAmount(amountCents),
    blocked: blockedAt !== null,
  }
}

export function toWireCompany(
  { id, ...company }: Company,
  members: readonly Account[],
  invitations: readonly Invitation[],
): WireCompany {
  return {
    ...company,
    _id: id,
    members: members.map(toWireMember),
    invitations: invitations.map(({ email, role, amountCents, createdAt }) => {
      return { email, role, amount: toAmount(amountCents), time: createdAt.toISOString() }
    }),
  }
}

export function toWireMembership(
  account: Account,
  amountLeftCents: number | null,
  company: Company | undefined,
  application: Company | undefined,
  invitations: WireMembership['invitations'],
): WireMembership {
  const { companyRole, amountCents } = account
  return {
    areas: [...getAreas(account)],
    company: company ? { ...company, _id: company.id } : null,
    role: companyRole,
    amount: toAmount(amountCents),
    amountLeft: toAmount(amountLeftCents),
    application: application
      ? {
          name: application.name,
          time: application.createdAt.toISOString(),
          refused: application.refusedAt !== null,
          reason: application.refusedReason,
        }
      : null,
    invitations,
  }
}

const toState = ({ acceptedAt, refusedAt }: Company) => (acceptedAt ? 'accepted' : refusedAt ? 'refused' : 'applied')

export function toWireCompanySummary(company: ListedCompany): WireCompanySummary {
  const { id, lastOrderAt, createdAt } = company
  return {
    ...company,
    _id: id,
    state: toState(company),
    time: createdAt.toISOString(),
    lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt).toISOString(),
  }
}

export function toWireCompanyDetails({
  company,
  members,
  invitations,
  applicantEmail,
  sameTaxId,
  isTaxIdDoubtful,
  orders,
  sites,
  contractId,
}: CompanyDetails): WireCompanyDetails {
  return {
    ...toWireCompany(company, members, invitations),
    about: company.about,
    state: toState(company),
    time: (company.acceptedAt ?? company.createdAt).toISOString(),
    reason: company.refusedReason,
    applicantEmail,
    sameTaxId,
    isTaxIdDoubtful,
    orders: orders.map(toWireOrder),
    sites: sites.map(toWireAddress),
    priceListId: company.priceListId,
    contractId,
  }
}
