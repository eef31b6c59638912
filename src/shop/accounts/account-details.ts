import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { reviews } from '#db/tables/content.ts'
import { orders } from '#db/tables/orders.ts'
import { listOrdersOfAccount, type Order } from '#shop/orders/order-lists.ts'
import { isToShip, isUnpaid } from '#shop/orders/order-search.ts'
import type { Review } from '#shop/reviews/reviews.ts'
import type { Shop } from '#shop/shop.ts'
import { type AccountNote, listNotes } from './account-notes.ts'
import { type Account, getAccount } from './accounts.ts'
import { listAddresses, type SavedAddress } from './addresses.ts'
import { findProfile, type Profile } from './profiles.ts'

export interface AccountDetails {
  account: Account
  profile: Profile | undefined
  /** By state; in cents. */
  totals: { unpaid: number; unpaidCents: number; paid: number; shipped: number; cancelled: number }
  /** The newest. */
  orders: Order[]
  addresses: SavedAddress[]
  /** The newest. */
  reviews: Review[]
  notes: AccountNote[]
}

const shownRows = 10

/** Refuses `account_not_found`. */
export async function getAccountDetails(shop: Shop, id: string): Promise<AccountDetails> {
  const account = await getAccount(shop, id)
  const [profile, totals, listed, addresses, written, notes] = await Promise.all([
    findProfile(shop, account),
    countOrdersByState(shop, id),
    listOrdersOfAccount(shop, id, shownRows),
    listAddresses(shop, account),
    shop.db.select().from(reviews).where(eq(reviews.accountId, id)).orderBy(desc(reviews.id)).limit(shownRows),
    listNotes(shop, id),
  ])
  return { account, profile, totals, orders: listed, addresses, reviews: written, notes }
}

async function countOrdersByState({ db }: Shop, accountId: string): Promise<AccountDetails['totals']> {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [totals] = await db
    .select({
      unpaid: count(isUnpaid),
      unpaidCents: sql<number>`coalesce(sum(total_cents) filter (where ${isUnpaid}), 0)`.mapWith(Number),
      paid: count(isToShip),
      shipped: count(sql`state = 'shipped'`),
      cancelled: count(sql`state = 'cancelled'`),
    })
    .from(orders)
    .where(eq(orders.accountId, accountId))
  return totals ?? { unpaid: 0, unpaidCents: 0, paid: 0, shipped: 0, cancelled: 0 }
}
