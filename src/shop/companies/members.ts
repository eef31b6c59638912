import { and, eq, gt, sql } from 'drizzle-orm'
import { maxInvitations } from '#contract/limits.ts'
import { toAmount } from '#contract/pricing/money.ts'
import { refuse, refuseTaken } from '#contract/refusals.ts'
import type { CompanyRole } from '#contract/states/company-roles.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { companies, invitations } from '#db/tables/companies.ts'
import { outbox } from '#db/tables/mails.ts'
import { type Account, createMembershipLock } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { type Company, lockCompany } from './companies.ts'

export interface Place {
  role: CompanyRole
  /** Buyers only; null: no order waits for approval. */
  amountCents: number | null
}

export type Invitation = typeof invitations.$inferSelect

const isFresh = gt(invitations.createdAt, sql`now() - interval '14 days'`)

export const listMembers = ({ db }: Pick<Shop, 'db'>, companyId: string): Promise<Account[]> =>
  db.select().from(accounts).where(eq(accounts.companyId, companyId)).orderBy(accounts.name, accounts.id)

export const listInvitations = ({ db }: Pick<Shop, 'db'>, companyId: string): Promise<Invitation[]> =>
  db
    .select()
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), isFresh))
    .orderBy(invitations.email)

/** To whoever has proven that email, and belongs to no company. */
export async function listOwnInvitations({ db }: Shop, { email, emailVerified, companyId }: Account) {
  if (!emailVerified || companyId !== null) return []
  return db
    .select({ companyId: invitations.companyId, role: invitations.role, companyName: companies.name })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .where(and(eq(invitations.email, email), isFresh))
    .orderBy(companies.name)
}

/**
 * Mails the invitation, which holds no secret: joining needs an account whose proven email it names. Refuses `company_not_found`,
 * `company_not_accepted`, `invitations_full`, and `taken` for a member.
 */
export async function inviteMember(
  shop: Shop,
  actor: Actor,
  companyId: string,
  invitation: Place & { email: string },
): Promise<void> {
  await transactAs(shop, actor, async db => {
    const company = await lockCompany(db, companyId)
    await insertInvitation(db, actor, company, invitation)
    if (actor.account.role !== 'admin') return
    const { email: target, role: companyRole, amountCents } = invitation
    await recordAction(db, actor, 'invite_member', { id: companyId, target, after: { companyRole, amountCents } })
  })
}

/** Call it with the company locked. */
export async function insertInvitation(
  db: Db,
  { account: { id, name } }: Actor,
  company: Company,
  { email, role, amountCents }: Place & { email: string },
): Promise<void> {
  if (!company.acceptedAt) refuse('company_not_accepted')
  const isMember = and(eq(accounts.companyId, company.id), eq(accounts.email, email))
  if ((await db.$count(accounts, isMember)) > 0) refuseTaken('email', 'That person is a member already.')
  const isOpen = and(eq(invitations.companyId, company.id), isFresh, sql`${invitations.email} <> ${email}`)
  if ((await db.$count(invitations, isOpen)) >= maxInvitations) refuse('invitations_full')
  const place = { role, amountCents, invitedBy: id }
  await db
    .insert(invitations)
    .values({ companyId: company.id, email, ...place })
    .onConflictDoUpdate({
      target: [invitations.companyId, invitations.email],
      set: { ...place, createdAt: sql`now()` },
    })
  const data = { to: email, company: company.name, inviter: name, role }
  await db.insert(outbox).values({ kind: 'company_invitation', data })
}

/** Refuses `invitation_not_found`. */
export async function withdrawInvitation(shop: Shop, actor: Actor, companyId: string, email: string): Promise<void> {
  await transactAs(shop, actor, async db => {
    const { role: companyRole } = await deleteInvitation(db, companyId, email)
    if (actor.account.role !== 'admin') return
    await recordAction(db, actor, 'withdraw_invitation', { id: companyId, target: email, after: { companyRole } })
  })
}

async function deleteInvitation(db: Db, companyId: string, email: string): Promise<Invitation> {
  const isMeant = and(eq(invitations.companyId, companyId), eq(invitations.email, email), isFresh)
  const [deleted] = await db.delete(invitations).where(isMeant).returning()
  return deleted ?? refuse('invitation_not_found')
}

/** Refuses `email_unverified`, `invitation_not_found` and as `assertCanJoin` does. */
export async function acceptInvitation(shop: Shop, actor: Actor, companyId: string): Promise<void> {
  const { id, email, emailVerified } = actor.account
  if (!emailVerified) refuse('email_unverified')
  const accept = async (db: Db) => {
    const account = await assertCanJoin(db, id)
    const { role, amountCents } = await deleteInvitation(db, companyId, email)
    await join(db, account, { companyId, role, amountCents })
  }
  await transactAs(shop, actor, accept, createMembershipLock(actor, id))
}

/** Refuses `invitation_not_found`. */
export async function declineInvitation(shop: Shop, actor: Actor, companyId: string): Promise<void> {
  const { email, emailVerified } = actor.account
  if (!emailVerified) refuse('invitation_not_found')
  await transactAs(shop, actor, db => deleteInvitation(db, companyId, email))
}

/**
 * Call it with the account locked. Refuses `account_not_found`, `account_blocked`, `target_email_unverified`, `admin_has_no_company`
 * and `member_elsewhere`.
 */
export async function assertCanJoin(db: Db, id: string): Promise<Account> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (!account || account.closedAt) return refuse('account_not_found')
  if (account.blockedAt) refuse('account_blocked')
  if (!account.emailVerified) refuse('target_email_unverified')
  if (account.role === 'admin') refuse('admin_has_no_company')
  if (account.companyId !== null) refuse('member_elsewhere')
  return account
}

/** Changes no earlier order, list or address. */
export async function join(
  db: Db,
  { id }: Account,
  { companyId, role, amountCents }: Place & { companyId: string },
): Promise<void> {
  await db.update(accounts).set({ companyId, companyRole: role, amountCents }).where(eq(accounts.id, id))
}

/** `shown` has the amount in the currency's unit. Refuses `account_not_found`, `own_account`, `membership_changed` and `edit_conflict`. */
export async function setMember(
  shop: Shop,
  actor: Actor,
  companyId: string,
  accountId: string,
  place: Place,
  shown?: Shown<{ role: CompanyRole; amount: number | null }>,
): Promise<void> {
  await changeMember(shop, actor, companyId, accountId, async (db, member) => {
    const before = { companyRole: member.companyRole ?? refuse('internal'), amountCents: member.amountCents }
    const present = { role: before.companyRole, amount: toAmount(before.amountCents) }
    const { role: companyRole, amount } = mergeChange(
      { role: place.role, amount: toAmount(place.amountCents) },
      present,
      shown,
    )
    // The role is the other's, and the amount, which only buyers have, this one's.
    if (companyRole !== 'buyer' && amount !== null)
      refuse('edit_conflict', [
        { field: 'role', message: 'Somebody else changed this meanwhile.', present: companyRole },
      ])
    const after = { companyRole, amountCents: amount === null ? null : Math.round(amount * 100) }
    await db.update(accounts).set(after).where(eq(accounts.id, accountId))
    if (companyRole !== 'manager') await deleteInvitationsBy(db, accountId)
    return { action: 'set_member', before, after } as const
  })
}

/** Ends the invitations that they made; their orders for the company stay its own. Refuses as `setMember` does. */
export async function removeMember(shop: Shop, actor: Actor, companyId: string, accountId: string): Promise<void> {
  await changeMember(shop, actor, companyId, accountId, async (db, member) => {
    await endMembership(db, accountId)
    return {
      action: 'remove_member',
      before: { companyRole: member.companyRole ?? '' },
      after: { companyRole: '' },
    } as const
  })
}

interface MemberChange {
  action: 'set_member' | 'remove_member'
  before: { companyRole: string; amountCents?: number | null }
  after: { companyRole: string; amountCents?: number | null }
}

async function changeMember(
  shop: Shop,
  actor: Actor,
  companyId: string,
  accountId: string,
  change: (db: Db, member: Account) => Promise<MemberChange>,
): Promise<void> {
  if (accountId === actor.account.id) refuse('own_account')
  const run = async (db: Db) => {
    const isMember = and(eq(accounts.id, accountId), eq(accounts.companyId, companyId))
    const [member] = await db.select().from(accounts).where(isMember)
    if (!member) return refuse('account_not_found')
    const { action, ...fields } = await change(db, member)
    if (actor.account.role === 'admin')
      await recordAction(db, actor, action, { id: accountId, target: member.email, ...fields })
  }
  await transactAs(shop, actor, run, createMembershipLock(actor, accountId))
}

/** Refuses `member_needed`, and `manager_stays` for a manager. */
export async function leaveCompany(shop: Shop, actor: Actor): Promise<void> {
  const { id, companyRole } = actor.account
  if (companyRole === null) refuse('member_needed')
  if (companyRole === 'manager') refuse('manager_stays')
  await transactAs(shop, actor, db => endMembership(db, id), createMembershipLock(actor, id))
}

/** Call it with the account locked. An invitation that was sent while they joined ends, too. */
async function endMembership(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`
    delete from ${invitations} using ${accounts}
    where accounts.id = ${accountId} and invitations.company_id = accounts.company_id and invitations.email = accounts.email`)
  await db
    .update(accounts)
    .set({ companyId: null, companyRole: null, amountCents: null })
    .where(eq(accounts.id, accountId))
  await deleteInvitationsBy(db, accountId)
}

export const deleteInvitationsBy = (db: Db, accountId: string) =>
  db.delete(invitations).where(eq(invitations.invitedBy, accountId))
