import { and, desc, eq, type InferSelectModel, or, type SQL, sql } from 'drizzle-orm'
import type { PostalAddress } from '#contract/addresses.ts'
import { maxAddresses } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { BookAddress } from '#contract/schemas/addresses.ts'
import type { Db } from '#db/database.ts'
import { addresses } from '#db/tables/accounts.ts'
import { lockCompany } from '#shop/companies/companies.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, lockAccounts } from './accounts.ts'
import type { Actor } from './actors.ts'
import { assertCompanyRole } from './company-role.ts'
import { transactAs } from './transact-as.ts'

export type SavedAddress = InferSelectModel<typeof addresses>

const isOwn = ({ id }: Account) => eq(addresses.accountId, id)

/** Whether the account ships to it: its own addresses, and the sites of its company. */
const isUsable = (account: Account) =>
  account.companyId === null ? isOwn(account) : or(isOwn(account), eq(addresses.companyId, account.companyId))

/** One's own stand first, the last used before others. */
const list = ({ db }: Shop, condition: SQL | undefined): Promise<SavedAddress[]> =>
  db.select().from(addresses).where(condition).orderBy(addresses.site, desc(addresses.usedAt), desc(addresses.id))

export const listAddresses = (shop: Shop, account: Account) => list(shop, isUsable(account))

export const listOwnAddresses = (shop: Shop, account: Account) => list(shop, isOwn(account))

export const listSites = (shop: Shop, companyId: string) => list(shop, eq(addresses.companyId, companyId))

/** Refuses `account_not_found` and `addresses_full`, and for a site `member_needed` and `manager_needed`. */
export async function addAddress(shop: Shop, actor: Actor, address: BookAddress): Promise<string> {
  const { account } = actor
  if (address.site !== '') assertCompanyRole(account, 'manager')
  const owner =
    address.site === '' ? { accountId: account.id, companyId: null } : { accountId: null, companyId: account.companyId }
  return transactAs(shop, actor, async db => {
    if (owner.companyId) await lockCompany(db, owner.companyId)
    else await lockAccounts(db, account.id)
    const isOwners = owner.companyId ? eq(addresses.companyId, owner.companyId) : isOwn(account)
    if ((await db.$count(addresses, isOwners)) >= maxAddresses) refuse('addresses_full')
    const [added] = await db
      .insert(addresses)
      .values({ ...address, ...owner })
      .returning({ id: addresses.id })
    return added?.id ?? refuse('internal')
  })
}

/** Refuses `not_found`, `edit_conflict`, `invalid_input`, and `manager_needed` for a site. */
export async function updateAddress(
  shop: Shop,
  actor: Actor,
  id: string,
  change: BookAddress,
  shown?: Shown<BookAddress>,
): Promise<void> {
  await transactAs(shop, actor, async db => {
    const present = await lockChangeable(db, actor, id)
    const merged = mergeChange(change, present, shown)
    const message = present.site === '' ? 'This address is your own: add the site as another.' : 'A site has a name.'
    if ((present.site === '') !== (merged.site === '')) refuse('invalid_input', [{ field: 'site', message }])
    await db
      .update(addresses)
      .set({ ...merged, usedAt: sql`now()` })
      .where(eq(addresses.id, id))
  })
}

/** Refuses `not_found`, and `manager_needed` for a site. */
export async function deleteAddress(shop: Shop, actor: Actor, id: string): Promise<void> {
  await transactAs(shop, actor, async db => {
    await lockChangeable(db, actor, id)
    await db.delete(addresses).where(eq(addresses.id, id))
  })
}

async function lockChangeable(db: Db, { account }: Actor, id: string): Promise<SavedAddress> {
  const [address] = await db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), isUsable(account)))
    .for('update')
  if (!address) return refuse('not_found')
  if (address.site !== '') assertCompanyRole(account, 'manager')
  return address
}

/** Only sorts the addresses: an order that was placed before stands, whatever became of its buyer. */
export async function markUsed({ db }: Shop, account: Account, used: readonly PostalAddress[]): Promise<void> {
  const fields = ['name', 'company', 'street', 'city', 'region', 'postalCode', 'country', 'phone', 'taxId'] as const
  const isAnyOf = used.map(address => and(...fields.map(field => eq(addresses[field], address[field]))))
  if (used.length === 0) return
  await db
    .update(addresses)
    .set({ usedAt: sql`now()` })
    .where(and(isOwn(account), or(...isAnyOf)))
}
