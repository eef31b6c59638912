import { and, eq, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { companies, priceLists } from '#db/tables/companies.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { listSites, type SavedAddress } from '#shop/accounts/addresses.ts'
import { listOrdersOfCompany, type Order } from '#shop/orders/order-lists.ts'
import type { Shop } from '#shop/shop.ts'
import { type Company, getCompany } from './companies.ts'
import { type Invitation, listInvitations, listMembers } from './members.ts'
import { isTaxIdDoubtful } from './tax-ids.ts'

export interface CompanyDetails {
  company: Company
  members: Account[]
  invitations: Invitation[]
  applicantEmail: string | null
  /** Names of other companies, which may be the same one. */
  sameTaxId: string[]
  isTaxIdDoubtful: boolean
  /** The newest ten, including cancelled ones. */
  orders: Order[]
  sites: SavedAddress[]
  contractId: string | null
}

/** Refuses `company_not_found`. */
export async function getCompanyDetails(shop: Shop, id: string): Promise<CompanyDetails> {
  const company = await getCompany(shop, id)
  const [applicant] = company.appliedBy
    ? await shop.db
        .select({ email: accounts.email })
        .from(accounts)
        .where(and(eq(accounts.id, company.appliedBy), isNull(accounts.closedAt)))
    : []
  const isContract = eq(priceLists.companyId, id)
  const [contract] = await shop.db.select({ id: priceLists.id }).from(priceLists).where(isContract)
  return {
    company,
    members: await listMembers(shop, id),
    invitations: await listInvitations(shop, id),
    applicantEmail: applicant?.email ?? null,
    sameTaxId: await listNamesWithTaxId(shop, company),
    isTaxIdDoubtful: isTaxIdDoubtful(company.taxId),
    orders: await listOrdersOfCompany(shop, id, 10),
    sites: await listSites(shop, id),
    contractId: contract?.id ?? null,
  }
}

async function listNamesWithTaxId({ db }: Shop, { id, taxId }: Company): Promise<string[]> {
  if (taxId === '') return []
  const normalize = (text: SQLWrapper) => sql`regexp_replace(fold(${text}), '[^a-z0-9]', '', 'g')`
  const isSame = and(
    sql`${normalize(companies.taxId)} = ${normalize(sql`${taxId}`)}`,
    ne(companies.id, id),
    isNull(companies.refusedAt),
  )
  const found = await db.select({ name: companies.name }).from(companies).where(isSame).limit(10)
  return found.map(({ name }) => name)
}
