import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { identitySessions, identityUsers } from '#db/tables/identity.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { deleteInvitationsBy } from '#shop/companies/members.ts'
import type { Shop } from '#shop/shop.ts'
import { getAccount, isNotLastAdmin, lockAdmins } from './accounts.ts'
import { type Actor, assertMayEnd } from './actors.ts'
import { transactAs } from './transact-as.ts'

/** Blocks logins; ends the account's sessions and the invitations that it sent. Refuses `account_not_found`, `own_account`, `full_admin_needed` and `last_admin`. */
export async function blockAccount(shop: Shop, admin: Actor, id: string, reason: string): Promise<void> {
  if (id === admin.account.id) refuse('own_account')
  const account = await getAccount(shop, id)
  const block = async (transaction: Db) => {
    await lockTarget(transaction, admin, id)
    const { rows } = await transaction.execute(sql`
      with present as (
        select * from ${accounts} where id = ${id} and ${isNotLastAdmin}
      ), changed as (
        update ${accounts} set blocked_at = coalesce(present.blocked_at, now()), blocked_reason = ${reason}
        from present where ${accounts}.id = present.id
        returning ${accounts}.id, present.email as target,
          jsonb_build_object('blocked', present.blocked_at is not null) as before, '{"blocked": true}'::jsonb as after
      ), ${buildAuditEntry(sql`changed`, admin, 'block_account')}
      select 1 from changed`)
    if (rows.length === 0) refuse('last_admin')
    const users = transaction
      .select({ id: identityUsers.id })
      .from(identityUsers)
      .where(eq(identityUsers.email, account.email))
    await transaction.delete(identitySessions).where(sql`user_id in (${users})`)
    await deleteInvitationsBy(transaction, id)
  }
  await transactAs(shop, admin, block, lockAdmins)
}

/** Its role stays as it is until the transaction ends. Refuses `account_not_found` and `full_admin_needed`. */
async function lockTarget(db: Db, admin: Actor, id: string): Promise<void> {
  await db.execute(sql`select from ${accounts} where id = ${id} for update`)
  assertMayEnd(await getAccount({ db }, id), admin)
}

/** Refuses `account_not_found` and `full_admin_needed`. */
export async function unblockAccount(shop: Shop, admin: Actor, id: string): Promise<void> {
  const unblock = sql`
    with present as (
      select * from ${accounts} where id = ${id} and blocked_at is not null
    ), changed as (
      update ${accounts} set blocked_at = null, blocked_reason = '' from present where ${accounts}.id = present.id
      returning ${accounts}.id, present.email as target,
        '{"blocked": true}'::jsonb as before, '{"blocked": false}'::jsonb as after
    ), ${buildAuditEntry(sql`changed`, admin, 'unblock_account')}
    select 1`
  const write = async (db: Db) => {
    await lockTarget(db, admin, id)
    await db.execute(unblock)
  }
  await transactAs(shop, admin, write, lockAdmins)
}
