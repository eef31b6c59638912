import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { companies } from '#db/tables/companies.ts'
import { outbox } from '#db/tables/mails.ts'
import { type Account, createMembershipLock, lockAccounts } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import type { Shop } from '#shop/shop.ts'
import { type Company, type CompanyData, getCompany, isApplied, lockCompany } from './companies.ts'
import { assertCanJoin, insertInvitation, join } from './members.ts'
import { assertTaxId } from './tax-ids.ts'

export type NewCompany = CompanyData & Pick<Company, 'about'>

/** Refuses `email_unverified`, `admin_has_no_company`, `member_elsewhere`, `application_open` and `invalid_input`. */
export async function applyForCompany(shop: Shop, actor: Actor, application: NewCompany): Promise<string> {
  const { id } = actor.account
  if (!actor.account.emailVerified) refuse('email_unverified')
  if (actor.account.role === 'admin') refuse('admin_has_no_company')
  if (actor.account.companyId !== null) refuse('member_elsewhere')
  return transactAs(shop, actor, async db => {
    await lockAccounts(db, id)
    if ((await db.$count(companies, and(eq(companies.appliedBy, id), isApplied))) > 0) refuse('application_open')
    return insertCompany(db, { ...application, appliedBy: id })
  })
}

async function insertCompany(
  db: Db,
  { isAccepted = false, ...values }: NewCompany & { appliedBy?: string; isAccepted?: boolean },
): Promise<string> {
  assertTaxId(values.taxId)
  const acceptedAt = isAccepted ? sql`now()` : null
  const [inserted] = await db
    .insert(companies)
    .values({ ...values, acceptedAt })
    .returning({ id: companies.id })
  return inserted?.id ?? refuse('internal')
}

export const listApplications = ({ db }: Shop, { id }: Account): Promise<Company[]> =>
  db.select().from(companies).where(eq(companies.appliedBy, id)).orderBy(companies.id)

/** The newest application; undefined without one, and once it is accepted. */
export async function findApplication({ db }: Shop, { id }: Account): Promise<Company | undefined> {
  const [application] = await db
    .select()
    .from(companies)
    .where(eq(companies.appliedBy, id))
    .orderBy(desc(companies.id))
    .limit(1)
  return application?.acceptedAt ? undefined : application
}

/**
 * Makes the applicant its manager. Refuses `company_not_found`, `company_answered` and, for what became of the applicant since,
 * as `join` does.
 */
export async function acceptCompany(shop: Shop, admin: Actor, id: string): Promise<void> {
  const { appliedBy } = await getCompany(shop, id)
  const applicantId = appliedBy ?? refuse('company_answered')
  const accept = async (db: Db) => {
    const company = await lockApplied(db, id)
    const applicant = await assertCanJoin(db, applicantId)
    await db.update(companies).set({ acceptedAt: sql`now()` }).where(eq(companies.id, id))
    await join(db, applicant, { companyId: id, role: 'manager', amountCents: null })
    await mailApplicant(db, applicant, 'company_accepted', company)
    await recordAction(db, admin, 'accept_company', { id, target: company.name, after: { state: 'accepted' } })
  }
  await transactAs(shop, admin, accept, createMembershipLock(admin, applicantId))
}

/** Mails the reason. Refuses `company_not_found` and `company_answered`. */
export async function refuseCompany(shop: Shop, admin: Actor, id: string, reason: string): Promise<void> {
  await transactAs(shop, admin, async db => {
    const company = await lockApplied(db, id)
    await db.update(companies).set({ refusedAt: sql`now()`, refusedReason: reason }).where(eq(companies.id, id))
    const [applicant] = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, company.appliedBy ?? refuse('company_answered')), isNull(accounts.closedAt)))
    if (applicant) await mailApplicant(db, applicant, 'company_refused', company, reason)
    const after = { state: 'refused', reason }
    await recordAction(db, admin, 'refuse_company', { id, target: company.name, after })
  })
}

const mailApplicant = (
  db: Db,
  { email, name }: Account,
  kind: 'company_accepted' | 'company_refused',
  company: Company,
  reason?: string,
) =>
  db
    .insert(outbox)
    .values({ kind, data: { to: email, name, company: company.name, ...(reason !== undefined && { reason }) } })

async function lockApplied(db: Db, id: string): Promise<Company> {
  const company = await lockCompany(db, id)
  return company.acceptedAt || company.refusedAt ? refuse('company_answered') : company
}

/** Invites its first manager. Refuses `invalid_input`. */
export async function addCompany(
  shop: Shop,
  admin: Actor,
  { managerEmail, ...data }: NewCompany & { managerEmail: string },
): Promise<string> {
  return transactAs(shop, admin, async db => {
    const id = await insertCompany(db, { ...data, isAccepted: true })
    await insertInvitation(db, admin, await getCompany({ db }, id), {
      email: managerEmail,
      role: 'manager',
      amountCents: null,
    })
    await recordAction(db, admin, 'add_company', { id, target: data.name, after: { state: 'accepted' } })
    return id
  })
}
