import { eq, type InferSelectModel } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { profiles } from '#db/tables/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, lockAccounts } from './accounts.ts'

export type Profile = InferSelectModel<typeof profiles>
export type ProfileFields = Omit<Profile, 'id' | 'accountId'>

export async function findProfile(shop: Shop, account: Account): Promise<Profile | undefined> {
  const [profile] = await shop.db.select().from(profiles).where(eq(profiles.accountId, account.id))
  return profile
}

/** Refuses `account_not_found`. */
export async function saveProfile(shop: Shop, account: Account, fields: ProfileFields): Promise<Profile> {
  const { education, city, phone, linkedIn } = fields
  return shop.db.transaction(async transaction => {
    await lockAccounts(transaction, account.id)
    const [profile] = await transaction
      .insert(profiles)
      .values({ accountId: account.id, education, city, phone, linkedIn })
      .onConflictDoUpdate({ target: profiles.accountId, set: { education, city, phone, linkedIn } })
      .returning()
    return profile ?? refuse('internal')
  })
}
