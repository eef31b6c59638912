import { eq, type InferSelectModel } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { profiles } from '#db/tables/accounts.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, lockAccounts } from './accounts.ts'
import type { Actor } from './actors.ts'
import { transactAs } from './transact-as.ts'

export type Profile = InferSelectModel<typeof profiles>
export type ProfileFields = Omit<Profile, 'id' | 'accountId'>

export async function findProfile(shop: Shop, account: Account): Promise<Profile | undefined> {
  const [profile] = await shop.db.select().from(profiles).where(eq(profiles.accountId, account.id))
  return profile
}

/** Refuses `account_not_found` and `edit_conflict`. */
export async function saveProfile(
  shop: Shop,
  owner: Actor,
  { education, city, phone, linkedIn }: ProfileFields,
  shown?: Shown<ProfileFields>,
): Promise<Profile> {
  const { account } = owner
  return transactAs(shop, owner, async transaction => {
    await lockAccounts(transaction, account.id)
    const [present] = await transaction.select().from(profiles).where(eq(profiles.accountId, account.id))
    const change = { education, city, phone, linkedIn }
    const fields = present ? mergeChange(change, present, shown) : change
    const [profile] = await transaction
      .insert(profiles)
      .values({ accountId: account.id, ...fields })
      .onConflictDoUpdate({ target: profiles.accountId, set: fields })
      .returning()
    return profile ?? refuse('internal')
  })
}
