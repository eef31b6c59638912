import { and, eq, type InferSelectModel, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { invitations } from '#db/tables/companies.ts'
import { identitySessions } from '#db/tables/identity.ts'
import type { SignedInIdentity } from '#providers/identity/port.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { buildKeysetPage, buildSorts, countRows, type PagePosition } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import type { Actor } from './actors.ts'
import { transactAs } from './transact-as.ts'

export type Account = InferSelectModel<typeof accounts>

/** Refuses `not_yours`, `account_blocked`, `sign_in_required` and, if another identity is verified, `email_unverified`. */
export async function ensureAccount(shop: Shop, claims: SignedInIdentity, email: string): Promise<Account> {
  if (claims.email !== email) refuse('not_yours')
  const { name, picture, emailVerified, emailVerifiedAt, signedInAt, sessionId } = claims
  const account = await shop.db.transaction(async transaction => {
    const [written] = await transaction
      .insert(accounts)
      .values({ email, name, picture, emailVerified })
      .onConflictDoUpdate({
        target: accounts.email,
        set: { name, picture, emailVerified },
        setWhere: sql`${emailVerified} or not ${accounts.emailVerified}`,
      })
      .returning()
    // The session is checked after the write: closing the account ends it, and the account must not come back.
    if (sessionId !== undefined && !(await hasSession(transaction, sessionId))) refuse('sign_in_required')
    return written ?? refuse('email_unverified')
  })
  if (account.blockedAt) refuse('account_blocked')
  // An older session may belong to somebody who signed up with another person's email.
  const isProven = emailVerified && emailVerifiedAt && signedInAt >= emailVerifiedAt
  const becomesAdmin = isProven && shop.adminEmails.includes(email)
  if (!becomesAdmin || account.role === 'admin') return account
  const becameAdmin = await grantAdminRole(shop, email)
  return becameAdmin ? { ...account, role: 'admin' } : account
}

const hasSession = async (db: Db, id: string) => (await db.$count(identitySessions, eq(identitySessions.id, id))) > 0

export async function findAccountByEmail(shop: Shop, email: string): Promise<Account | undefined> {
  const [account] = await shop.db.select().from(accounts).where(eq(accounts.email, email))
  return account
}

/** Refuses `account_not_found`, also for a closed account. */
export async function getAccount(shop: Pick<Shop, 'db'>, id: string): Promise<Account> {
  const [account] = await shop.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.closedAt)))
  return account ?? refuse('account_not_found')
}

const isUnblockedAdmin = sql`role = 'admin' and blocked_at is null`

/** Locks all admins: calls that take the role from one of them come one after the other, and leave at least one. */
export const lockAdmins = (transaction: Db) =>
  transaction.execute(sql`select from ${accounts} where ${isUnblockedAdmin} order by id for update`)

/** Holds if more than one admin may act. Use it with the admins locked. */
export const hasOtherAdmin = sql`(select count(*) from ${accounts} where ${isUnblockedAdmin}) > 1`

/** Locks open accounts in the order in which all calls lock them: admins first, as `lockAdmins` does, then by id. */
export function lockInOrder(transaction: Db, ...ids: readonly string[]) {
  const areOpen = sql`id = any(${sql.param(ids)}::uuid[]) and closed_at is null`
  return transaction.execute(sql`
    select from ${accounts} where ${areOpen} order by (${isUnblockedAdmin}) desc, id for no key update`)
}

/** Serializes calls that count an account's rows before they add some. Refuses `account_not_found`, also if it is closed. */
export async function lockAccounts(transaction: Db, ...ids: readonly string[]): Promise<void> {
  const { rows } = await lockInOrder(transaction, ...ids)
  if (rows.length < new Set(ids).size) refuse('account_not_found')
}

/**
 * Locks the account whose membership changes, so that its calls under way end before, and later ones see the change. Of two
 * members who change each other, one is first.
 */
export const createMembershipLock = (actor: Actor, id: string) => async (db: Db) => {
  const { role, id: actorId } = actor.account
  // An admin goes first, as wherever accounts are locked.
  if (role === 'admin') await db.select().from(accounts).where(eq(accounts.id, actorId)).for('key share')
  const ids = role === 'admin' ? [id] : [actorId, id]
  await db.execute(sql`select from ${accounts} where id = any(${sql.param(ids)}::uuid[]) order by id for update`)
}

const sorts = buildSorts({ email: { ofRow: sql`${accounts.email}`, ofShown: email => sql`${email}::text` } })

export interface AccountSearch {
  q?: string | undefined
  role?: Account['role'] | undefined
  blocked?: boolean | undefined
}

export async function listAccounts(
  shop: Shop,
  {
    q,
    role,
    blocked,
    sort = 'newest',
    ...page
  }: AccountSearch & PagePosition & { sort?: keyof typeof sorts | undefined },
): Promise<Account[]> {
  const { where, orderBy, toListOrder } = buildKeysetPage(accounts, sorts[sort], page)
  const rows = shop.db
    .select()
    .from(accounts)
    .where(and(buildSearchFilter({ q, role, blocked }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(await rows)
}

export function countAccounts(shop: Shop, search: AccountSearch): Promise<number> {
  return countRows(shop.db, accounts, buildSearchFilter(search), search.q)
}

function buildSearchFilter({ q, role, blocked }: AccountSearch): SQL | undefined {
  return and(
    isNull(accounts.closedAt),
    role && eq(accounts.role, role),
    blocked ? isNotNull(accounts.blockedAt) : undefined,
    q ? containsText(q, accounts.email, accounts.name) : undefined,
  )
}

/** Ends a membership in a company. Returns false for an admin. Refuses `account_not_found` and `target_email_unverified`. */
export async function promote(shop: Shop, admin: Actor, email: string): Promise<boolean> {
  const account = await findAccountByEmail(shop, email)
  if (!account || account.closedAt) return refuse('account_not_found')
  const write = (db: Db) => setAdminRole(db, admin, email, sql`and email_verified`)
  // Two admins who promote each other again would wait for each other.
  const lockFirst = account.role === 'admin' ? undefined : createMembershipLock(admin, account.id)
  if (await transactAs(shop, admin, write, lockFirst)) return true
  if (account.role !== 'admin' && !account.emailVerified) refuse('target_email_unverified')
  return false
}

/** Ends the invitations that they sent. Returns false for a customer. Refuses `account_not_found` and `last_admin`. */
export async function demote(shop: Shop, admin: Actor, email: string): Promise<boolean> {
  const demotion = sql`
    with demoted as (
      update ${accounts} set role = 'customer'
      where email = ${email} and role = 'admin' and (blocked_at is not null or ${hasOtherAdmin})
      returning id, email as target, '{"role": "admin"}'::jsonb as before, '{"role": "customer"}'::jsonb as after
    ), uninvited as (
      delete from ${invitations} using demoted where invited_by = demoted.id
    ), ${buildAuditEntry(sql`demoted`, admin, 'demote')}
    select 1 from demoted`
  const { rows } = await transactAs(shop, admin, db => db.execute(demotion), lockAdmins)
  if (rows.length > 0) return true
  const account = (await findAccountByEmail(shop, email)) ?? refuse('account_not_found')
  if (account.role === 'admin') refuse('last_admin')
  return false
}

/** Promotes an email of `ADMIN_EMAILS`, unless the audit log has a demotion or closing of its account. */
function grantAdminRole(shop: Shop, email: string): Promise<boolean> {
  const hasLostAdminRole = sql`exists (select from ${adminActions} where action in ('demote', 'close_account') and target = ${accounts.email})`
  return shop.db.transaction(async db => {
    await db.execute(sql`select from ${accounts} where email = ${email} for update`)
    return setAdminRole(db, undefined, email, sql`and not ${hasLostAdminRole}`)
  })
}

async function setAdminRole(db: Db, actor: Actor | undefined, email: string, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with promoted as (
      update ${accounts} set role = 'admin', company_id = null, company_role = null, amount_cents = null where email = ${email} and role <> 'admin' and closed_at is null ${condition}
      returning id, email as target, '{"role": "customer"}'::jsonb as before, '{"role": "admin"}'::jsonb as after
    ), uninvited as (
      delete from ${invitations} using promoted where invited_by = promoted.id
    ), ${buildAuditEntry(sql`promoted`, actor, 'promote')}
    select 1 from promoted`)
  return rows.length > 0
}
