import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type AccessRule, isForAdmins, readAreas } from '#contract/endpoint.ts'
import { refuse } from '#contract/refusals.ts'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'
import type { Db } from '#db/database.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { accounts } from '#db/tables/accounts.ts'
import { identitySessions } from '#db/tables/identity.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, findAccountByEmail } from './accounts.ts'
import { assertCompanyRole, assertMayOrder } from './company-role.ts'

export interface Actor {
  account: Account
  /** Time of the second factor in this session; null without one. */
  secondFactorAt: Date | null
  signedInRecently: boolean
}

interface TokenSubject {
  accountId: string
  sessionId: string | undefined
  signedInRecently: boolean
}

/** Returns undefined once the session has ended, and for a closed or blocked account. */
export async function findActor(
  shop: Shop,
  { accountId, sessionId, signedInRecently }: TokenSubject,
): Promise<Actor | undefined> {
  const [row] = await findActorStatement(shop.db).execute({ id: accountId, sessionId: sessionId ?? null })
  return row && { ...row, signedInRecently }
}

const findActorStatement = memoizePerDb((db: Db) => {
  const sessionId = sql`${sql.placeholder('sessionId')}::text`
  const isOpen = and(eq(identitySessions.id, sessionId), gt(identitySessions.expiresAt, sql`now()`))
  const mayCall = and(
    isNull(accounts.closedAt),
    isNull(accounts.blockedAt),
    or(isNull(sessionId), isNotNull(identitySessions.id)),
  )
  return db
    .select({ account: accounts, secondFactorAt: identitySessions.secondFactorAt })
    .from(accounts)
    .leftJoin(identitySessions, isOpen)
    .where(and(eq(accounts.id, sql.placeholder('id')), mayCall))
    .prepare('find_actor')
})

/**
 * Refuses `email_unverified`, `buyer_needed`, `member_needed`, `manager_needed`, and as `assertAdmin` does.
 */
export function assertAccess(shop: Shop, rule: AccessRule, actor: Actor): void {
  const needsProof = rule === 'verified' || rule === 'buyer'
  if (needsProof && shop.requiresVerifiedEmail && !actor.account.emailVerified) refuse('email_unverified')
  if (rule === 'buyer') assertMayOrder(actor.account)
  if (rule === 'member') assertCompanyRole(actor.account, 'viewer')
  if (rule === 'manager') assertCompanyRole(actor.account, 'manager')
  if (isForAdmins(rule)) assertAdmin(shop, rule, actor)
}

/** Refuses `admins_only`, `area_needed`, `full_admin_needed` and `second_factor_required`. */
export function assertAdmin(shop: Shop, rule: AccessRule, { account, secondFactorAt }: Actor): void {
  if (account.role !== 'admin') refuse('admins_only')
  if (rule === 'full-admin') assertFullAdmin(account)
  else if (!readAreas(rule).some(area => hasArea(account, area))) refuse('area_needed')
  if (shop.adminsNeedSecondFactor && !secondFactorAt) refuse('second_factor_required')
}

type Role = Pick<Account, 'role' | 'areas'>

export const getAreas = ({ role, areas }: Role): readonly AdminArea[] => (role === 'admin' ? (areas ?? adminAreas) : [])

export const hasArea = (account: Role, area: AdminArea) => getAreas(account).includes(area)

/** Only an admin with all areas blocks or closes an admin. Refuses `full_admin_needed`. */
export function assertMayEnd(target: Role, { account }: Actor): void {
  if (target.role === 'admin') assertFullAdmin(account)
}

function assertFullAdmin({ role, areas }: Role): void {
  if (role !== 'admin' || areas !== null) refuse('full_admin_needed')
}

/** Admins may query any account, others their own. Refuses `not_yours` and `second_factor_required`. */
export async function isAdmin(shop: Shop, actor: Actor, email: string): Promise<boolean> {
  if (email === actor.account.email) return actor.account.role === 'admin'
  if (actor.account.role !== 'admin') refuse('not_yours')
  assertAdmin(shop, 'admin', actor)
  const [account] = await shop.db
    .select({ admin: sql<boolean>`${accounts.role} = 'admin'` })
    .from(accounts)
    .where(eq(accounts.email, email))
  return account?.admin ?? false
}

/** Admins in charge of accounts may get any open one. Refuses `not_yours`, `area_needed`, `second_factor_required` and `account_not_found`. */
export async function getOwnOrAnyAccount(shop: Shop, actor: Actor, email: string): Promise<Account> {
  if (email === actor.account.email) return actor.account
  if (actor.account.role !== 'admin') refuse('not_yours')
  assertAdmin(shop, 'admin:accounts', actor)
  const account = await findAccountByEmail(shop, email)
  return account && !account.closedAt ? account : refuse('account_not_found')
}
