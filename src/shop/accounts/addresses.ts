import { and, desc, eq, type InferSelectModel, or, sql } from 'drizzle-orm'
import type { PostalAddress } from '#contract/addresses.ts'
import { maxAddresses } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { addresses } from '#db/tables/accounts.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, lockAccounts } from './accounts.ts'
import type { Actor } from './actors.ts'
import { transactAs } from './transact-as.ts'

export type SavedAddress = InferSelectModel<typeof addresses>

export function listAddresses({ db }: Shop, { id }: Account): Promise<SavedAddress[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.accountId, id))
    .orderBy(desc(addresses.usedAt), desc(addresses.id))
}

/** Refuses `account_not_found` and `addresses_full`. */
export async function addAddress(shop: Shop, owner: Actor, address: PostalAddress): Promise<string> {
  const { id } = owner.account
  const { name, company, street, city, region, postalCode, country, phone, taxId } = address
  const { rows } = await transactAs(shop, owner, async transaction => {
    await lockAccounts(transaction, id)
    return transaction.execute<{ id: string }>(sql`
    insert into ${addresses} (account_id, name, company, street, city, region, postal_code, country, phone, tax_id)
    select ${id}, ${name}, ${company}, ${street}, ${city}, ${region}, ${postalCode}, ${country}, ${phone}, ${taxId}
    where (select count(*) from ${addresses} where account_id = ${id}) < ${maxAddresses}
    returning id`)
  })
  return rows[0]?.id ?? refuse('addresses_full')
}

/** Refuses `not_found` and `edit_conflict`. */
export async function updateAddress(
  shop: Shop,
  owner: Actor,
  id: string,
  change: PostalAddress,
  shown?: Shown<PostalAddress>,
): Promise<void> {
  await transactAs(shop, owner, async transaction => {
    const [present] = await transaction.select().from(addresses).where(isOwn(owner, id)).for('update')
    if (!present) refuse('not_found')
    await transaction
      .update(addresses)
      .set({ ...mergeChange(change, present, shown), usedAt: sql`now()` })
      .where(eq(addresses.id, id))
  })
}

/** Refuses `not_found`. */
export async function deleteAddress(shop: Shop, owner: Actor, id: string): Promise<void> {
  const deleted = await transactAs(shop, owner, db =>
    db.delete(addresses).where(isOwn(owner, id)).returning({ id: addresses.id }),
  )
  if (deleted.length === 0) refuse('not_found')
}

/** Only sorts the addresses: an order that was placed before stands, whatever became of its buyer. */
export async function markUsed({ db }: Shop, { id }: Account, used: readonly PostalAddress[]): Promise<void> {
  const fields = ['name', 'company', 'street', 'city', 'region', 'postalCode', 'country', 'phone', 'taxId'] as const
  const isAnyOf = used.map(address => and(...fields.map(field => eq(addresses[field], address[field]))))
  if (used.length === 0) return
  const areOwn = and(eq(addresses.accountId, id), or(...isAnyOf))
  await db.update(addresses).set({ usedAt: sql`now()` }).where(areOwn)
}

const isOwn = ({ account }: Actor, id: string) => and(eq(addresses.id, id), eq(addresses.accountId, account.id))
