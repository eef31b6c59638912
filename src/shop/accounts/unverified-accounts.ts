import { inArray, sql } from 'drizzle-orm'
import { accountNotes, accounts } from '#db/tables/accounts.ts'
import { reviews } from '#db/tables/content.ts'
import { identitySessions, identityUsers } from '#db/tables/identity.ts'
import { orders } from '#db/tables/orders.ts'
import type { Shop } from '#shop/shop.ts'
import { deletePrivateRows } from './private-rows.ts'

const unusedFor = sql`interval '30 days'`

/** Deletes accounts unproven and unused for 30 days. Those with orders, reviews or notes stay, and blocked ones. */
export async function deleteUnverifiedAccounts(shop: Shop, limit: number): Promise<number> {
  const hasRecords = sql.join(
    [orders, reviews, accountNotes].map(
      table => sql`exists (select from ${table} where ${table.accountId} = ${accounts.id})`,
    ),
    sql` or `,
  )
  const isDeletable = sql`not ${accounts.emailVerified} and ${accounts.role} = 'customer' and ${accounts.blockedAt} is null
    and not (${hasRecords})`
  const isOpen = sql`exists (select from ${identitySessions}
    where ${identitySessions.userId} = ${identityUsers.id} and ${identitySessions.expiresAt} > now())`
  return shop.db.transaction(async transaction => {
    const { rows } = await transaction.execute<{ userId: string; accountId: string | null }>(sql`
      select ${identityUsers.id} as "userId", ${accounts.id} as "accountId"
      from ${identityUsers} left join ${accounts} on ${accounts.email} = ${identityUsers.email}
      where not ${identityUsers.emailVerified} and ${identityUsers.updatedAt} < now() - ${unusedFor} and not ${isOpen}
        and (${accounts.id} is null or ${isDeletable})
      limit ${limit} for update of ${sql.identifier('identity_users')} skip locked`)
    const accountIds = sql`select unnest(${sql.param(rows.flatMap(({ accountId }) => accountId ?? []))}::uuid[])`
    await deletePrivateRows(transaction, accountIds)
    await transaction.delete(accounts).where(sql`${accounts.id} in (${accountIds})`)
    const userIds = rows.map(({ userId }) => userId)
    await transaction.delete(identityUsers).where(inArray(identityUsers.id, userIds))
    return rows.length
  })
}
