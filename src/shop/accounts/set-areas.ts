import { type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { invitations } from '#db/tables/companies.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import {
  type Account,
  createMembershipLock,
  findAccountByEmail,
  getAccount,
  isNotLastAdmin,
  lockAdmins,
} from './accounts.ts'
import { type Actor, getAreas } from './actors.ts'
import { transactAs } from './transact-as.ts'

/** Ends a membership in a company. Returns false for an admin. Refuses `account_not_found` and `target_email_unverified`. */
export async function promote(shop: Shop, admin: Actor, email: string): Promise<boolean> {
  const account = await findAccountByEmail(shop, email)
  if (!account || account.closedAt) return refuse('account_not_found')
  const isVerifiedCustomer = sql`email = ${email} and role <> 'admin' and email_verified`
  const write = (db: Db) => writeAreas(db, admin, promotion, isVerifiedCustomer)
  // Two admins who promote each other again would wait for each other.
  const lockFirst = account.role === 'admin' ? undefined : createMembershipLock(admin, account.id)
  if (await transactAs(shop, admin, write, lockFirst)) return true
  if (account.role !== 'admin' && !account.emailVerified) refuse('target_email_unverified')
  return false
}

/** Ends the invitations that they sent. Returns false for a customer. Refuses `account_not_found` and `last_admin`. */
export async function demote(shop: Shop, admin: Actor, email: string): Promise<boolean> {
  const isDemotable = sql`email = ${email} and role = 'admin' and ${isNotLastAdmin}`
  const write = (db: Db) => writeAreas(db, admin, demotion, isDemotable)
  if (await transactAs(shop, admin, write, lockAdmins)) return true
  const account = (await findAccountByEmail(shop, email)) ?? refuse('account_not_found')
  if (account.role === 'admin') refuse('last_admin')
  return false
}

interface Areas {
  areas: readonly AdminArea[]
}

/**
 * Makes an admin of a customer, which ends a membership in a company, and a customer of an admin left without areas. Returns
 * false if nothing changes. Refuses `account_not_found`, `target_email_unverified`, `last_admin` and `edit_conflict`.
 */
export async function setAreas(
  shop: Shop,
  admin: Actor,
  id: string,
  { areas }: Areas,
  shown?: Shown<Areas>,
): Promise<boolean> {
  const lockTarget = async (db: Db) => {
    await lockAdmins(db)
    await db.execute(sql`select from ${accounts} where id = ${id} for update`)
  }
  const write = async (db: Db) => {
    const account = await getAccount({ db }, id)
    const present = { areas: sortAreas(getAreas(account)) }
    const merged = mergeChange({ areas: sortAreas(areas) }, present, shown?.areas && { areas: sortAreas(shown.areas) })
    if (account.role !== 'admin' && !account.emailVerified) refuse('target_email_unverified')
    if (merged.areas.join() === present.areas.join()) return false
    const setting = { action: 'set_areas', areas: merged.areas, before: present, after: merged } as const
    const change = merged.areas.length > 0 ? setting : demotion
    const isWritten = await writeAreas(db, admin, change, sql`id = ${id} and ${isNotLastAdmin}`)
    return isWritten || refuse('last_admin')
  }
  return transactAs(shop, admin, write, lockTarget)
}

const sortAreas = (areas: readonly AdminArea[]) => adminAreas.filter(area => areas.includes(area))

/** Promotes an email of `ADMIN_EMAILS`, unless the audit log has a demotion or closing of its account. */
export function grantAdminRole(shop: Shop, email: string): Promise<boolean> {
  const hasLostAdminRole = sql`exists (select from ${adminActions} where action in ('demote', 'close_account') and target = ${accounts.email})`
  return shop.db.transaction(async db => {
    await db.execute(sql`select from ${accounts} where email = ${email} for update`)
    return writeAreas(db, undefined, promotion, sql`email = ${email} and role <> 'admin' and not ${hasLostAdminRole}`)
  })
}

interface AreaChange extends Areas {
  action: 'promote' | 'demote' | 'set_areas'
  before: object
  after: object
}

const promotion: AreaChange = {
  action: 'promote',
  areas: adminAreas,
  before: { role: 'customer' },
  after: { role: 'admin' },
}
const demotion: AreaChange = { action: 'demote', areas: [], before: { role: 'admin' }, after: { role: 'customer' } }

/** Ends the invitations of whoever is not in charge of accounts afterwards, or was a member of a company. */
async function writeAreas(
  db: Db,
  actor: Actor | undefined,
  { action, areas, before, after }: AreaChange,
  where: SQL,
): Promise<boolean> {
  const role: Account['role'] = areas.length > 0 ? 'admin' : 'customer'
  const isPartial = areas.length > 0 && areas.length < adminAreas.length
  const { rows } = await db.execute(sql`
    with present as (
      select id, email, role from ${accounts} where ${where} and closed_at is null for update
    ), changed as (
      update ${accounts} set role = ${role}, areas = ${sql.param(isPartial ? areas : null)}::text[],
        company_id = null, company_role = null, amount_cents = null
      from present where ${accounts}.id = present.id
      returning ${accounts}.id, present.email as target, present.role as role_before,
        ${JSON.stringify(before)}::jsonb as before, ${JSON.stringify(after)}::jsonb as after
    ), uninvited as (
      delete from ${invitations} using changed
      where invited_by = changed.id and (role_before = 'customer' or not ${areas.includes('accounts')}::boolean)
    ), ${buildAuditEntry(sql`changed`, actor, action)}
    select 1 from changed`)
  return rows.length > 0
}
