import { and, eq, exists, type InferSelectModel, isNull, or, type SQL, sql } from 'drizzle-orm'
import { counting, letIn, type Use, valuesOf } from '#api/rate-limits/rate-limit-store.ts'
import { countLimit } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { normalizeEmail } from '#contract/text.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import type { Db } from '#db/pglite.ts'
import { accounts, identitySessions } from '#db/tables.ts'
import type { IdentityClaims } from '#providers/identity/port.ts'
import { auditEntry } from './audit-log.ts'
import { constantOne, keysetPage, type Page, type SortOrder, sortAscending, sortDescending } from './pagination.ts'
import type { Shop } from './shop.ts'
import { containsText } from './text-match.ts'

export type Account = InferSelectModel<typeof accounts>

/**
 * The account of whoever the identity provider vouches for, made at the first call and kept in step after that.
 * Refuses `not_yours` for an email that is not that person's, and `email_unverified` for an account that belongs to
 * somebody whose email was verified, perhaps at another identity provider.
 */
export async function ensureAccount(shop: Shop, person: IdentityClaims, email: string): Promise<Account> {
  if (normalizeEmail(person.email) !== email) refuse('not_yours')
  const known = { name: person.name, picture: person.picture, emailVerified: person.emailVerified }
  const [account] = await shop.db
    .insert(accounts)
    .values({ email, ...known })
    .onConflictDoUpdate({
      target: accounts.email,
      set: known,
      setWhere: sql`${person.emailVerified} or not ${accounts.emailVerified}`,
    })
    .returning()
  if (!account) return refuse('email_unverified')
  const isFirstAdmin = person.emailVerified && shop.adminEmails.includes(email)
  if (!isFirstAdmin || account.role === 'admin') return account
  await grantAdmin(shop, undefined, email)
  return { ...account, role: 'admin' }
}

/**
 * The account of that id, unless it comes with a session that has ended; with a use of it to count, in one statement,
 * that refuses `too_many_requests`.
 */
export async function findAccount(
  shop: Shop,
  id: string,
  { session, use }: { session?: string | undefined; use?: Use | undefined } = {},
): Promise<Account | undefined> {
  const values = { id, session: session ?? null }
  if (!use) {
    const [account] = await byId(shop.db).execute(values)
    return account
  }
  const [found] = await byIdCounting(shop.db).execute({ ...values, ...valuesOf(use) })
  letIn(found?.wait ?? 0)
  return found?.account
}

const byId = memoizePerDb((db: Db) => db.select().from(accounts).where(wanted(db)).prepare('find_account'))

const byIdCounting = memoizePerDb((db: Db) => {
  const counted = db.$with('counted').as(counting(db))
  const found = db.with(counted).select({ account: accounts, wait: counted.wait })
  return found.from(accounts).crossJoin(counted).where(wanted(db)).prepare('find_account_counting')
})

function wanted(db: Db): SQL | undefined {
  const session = sql`${sql.placeholder('session')}::text`
  const lives = exists(db.select(constantOne).from(identitySessions).where(eq(identitySessions.id, session)))
  return and(eq(accounts.id, sql.placeholder('id')), or(isNull(session), lives))
}

/** Whether the email's account is an admin's; one's own, or any for an admin, else refuses `not_yours`. */
export async function isAdmin(shop: Shop, actor: Account, email: string): Promise<boolean> {
  if (email === actor.email) return actor.role === 'admin'
  if (actor.role !== 'admin') refuse('not_yours')
  const [found] = await shop.db
    .select({ admin: sql<boolean>`${accounts.role} = 'admin'` })
    .from(accounts)
    .where(eq(accounts.email, email))
  return found?.admin ?? false
}

const sorts = {
  newest: sortDescending(sql`${accounts.id}`),
  oldest: sortAscending(sql`${accounts.id}`),
  email: sortAscending(sql`${accounts.email}`),
  '-email': sortDescending(sql`${accounts.email}`),
} as const satisfies Record<string, SortOrder>

export interface AccountSearch {
  /** A part of the email or the name. */
  q?: string | undefined
  role?: Account['role'] | undefined
}

/** A page of the accounts that the search finds, newest first unless sorted otherwise. */
export async function listAccounts(
  shop: Shop,
  { q, role, sort = 'newest', ...page }: AccountSearch & Page & { sort?: keyof typeof sorts | undefined },
): Promise<Account[]> {
  const { where, orderBy, toListOrder } = keysetPage(accounts, sorts[sort], page)
  const rows = shop.db
    .select()
    .from(accounts)
    .where(and(searchFilter({ q, role }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(await rows)
}

/** How many accounts the search finds; one more than `countedTo` for any number above. */
export function countAccounts(shop: Shop, search: AccountSearch): Promise<number> {
  const some = shop.db
    .select(constantOne)
    .from(accounts)
    .where(searchFilter(search))
    .limit(countLimit(search.q) + 1)
  return shop.db.$count(some.as('some_accounts'))
}

function searchFilter({ q, role }: AccountSearch): SQL | undefined {
  return and(role && eq(accounts.role, role), q ? containsText(q, accounts.email, accounts.name) : undefined)
}

/** Makes the email's account an admin; false when it was one. Refuses `account_not_found`. */
export async function promote(shop: Shop, admin: Account, email: string): Promise<boolean> {
  return (await grantAdmin(shop, admin, email)) || assertExists(shop, email)
}

/** Takes the admin role back; false when there was none. Refuses `account_not_found` and `last_admin`. */
export async function demote(shop: Shop, admin: Account, email: string): Promise<boolean> {
  // The admins are locked while they are counted, so that two who demote each other leave one.
  const { rows } = await shop.db.execute(sql`
    with admins as (select id, email from ${accounts} where role = 'admin' for update), demoted as (
      update ${accounts} set role = 'customer'
      where email = ${email} and id in (select id from admins) and (select count(*) from admins) > 1
      returning id, email as subject, '{"role": "admin"}'::jsonb as before, '{"role": "customer"}'::jsonb as after
    ), ${auditEntry(sql`demoted`, admin, 'demote')}
    select 1 from demoted`)
  if (rows.length > 0) return true
  const isAdmin = (await shop.db.$count(accounts, and(eq(accounts.email, email), eq(accounts.role, 'admin')))) > 0
  return isAdmin ? refuse('last_admin') : assertExists(shop, email)
}

/** One statement: the account becomes an admin's, by whom is on record, or nothing of it. */
async function grantAdmin(shop: Shop, by: Account | undefined, email: string): Promise<boolean> {
  const { rows } = await shop.db.execute(sql`
    with promoted as (
      update ${accounts} set role = 'admin' where email = ${email} and role <> 'admin'
      returning id, email as subject, '{"role": "customer"}'::jsonb as before, '{"role": "admin"}'::jsonb as after
    ), ${auditEntry(sql`promoted`, by, 'promote')}
    select 1 from promoted`)
  return rows.length > 0
}

async function assertExists(shop: Shop, email: string): Promise<false> {
  if ((await shop.db.$count(accounts, eq(accounts.email, email))) === 0) refuse('account_not_found')
  return false
}
