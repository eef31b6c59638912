import { sql } from 'drizzle-orm'
import type { PriceTerms } from '#contract/pricing/currencies.ts'
import type { Db } from '#db/database.ts'
import { shopSettings } from '#db/tables/content.ts'
import { orders } from '#db/tables/orders.ts'

export async function readPriceTerms(db: Db): Promise<PriceTerms> {
  const columns = { currency: shopSettings.currency, pricesIncludeTax: shopSettings.pricesIncludeTax }
  const [terms] = await db.select(columns).from(shopSettings)
  return terms ?? { currency: 'USD', pricesIncludeTax: true }
}

/** Stores what is wanted, unless the shop has orders. Returns what is stored. */
export function storePriceTerms(db: Db, wanted: Partial<PriceTerms>): Promise<PriceTerms> {
  return db.transaction(async transaction => {
    const stored = await readPriceTerms(transaction)
    const terms = { ...stored, ...wanted }
    if (terms.currency === stored.currency && terms.pricesIncludeTax === stored.pricesIncludeTax) return stored
    // Orders that are being placed are there first, and keep the stored terms.
    await transaction.execute(sql`lock table ${orders} in share mode`)
    const hasNoOrder = sql`not exists (select from ${orders})`
    await transaction.update(shopSettings).set(terms).where(hasNoOrder)
    return readPriceTerms(transaction)
  })
}
