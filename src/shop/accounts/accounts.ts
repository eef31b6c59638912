import { and, eq, type InferSelectModel, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { buildKeysetPage, buildSorts, countRows, type PagePosition } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import type { Actor } from './actors.ts'

export type Account = InferSelectModel<typeof accounts>

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

/** Locks all admins: calls that take something from one of them come one after the other. */
export const lockAdmins = (transaction: Db) =>
  transaction.execute(sql`select from ${accounts} where ${isUnblockedAdmin} order by id for update`)

const isUnblockedAdmin = sql`role = 'admin' and blocked_at is null`

/** Holds for an account without which an admin with all areas is left. Use it with the admins locked. */
export const isNotLastAdmin = sql`(role <> 'admin' or areas is not null or blocked_at is not null
  or (select count(*) from ${accounts} where ${isUnblockedAdmin} and areas is null) > 1)`

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
