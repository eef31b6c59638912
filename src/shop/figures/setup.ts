import { isNull, ne, sql } from 'drizzle-orm'
import { placeholderImage } from '#contract/cells/tool-cells.ts'
import { tools } from '#db/tables/catalogue.ts'
import { orders } from '#db/tables/orders.ts'
import type { Shop } from '#shop/shop.ts'

export interface Setup {
  hasSeller: boolean
  toolCount: number
  pictureCount: number
  /** Whether a provider takes them; the sandbox takes test cards only. */
  takesCards: boolean
  takesTransfers: boolean
}

/** Undefined once the shop has an order. */
export async function readSetup({ db, settings, payments }: Shop): Promise<Setup | undefined> {
  const ordered = await db.select({ id: orders.id }).from(orders).limit(1)
  if (ordered.length > 0) return undefined
  const [counts] = await db
    .select({
      toolCount: sql<number>`count(*)::int`,
      pictureCount: sql<number>`(count(*) filter (where ${ne(tools.image, placeholderImage)}))::int`,
    })
    .from(tools)
    .where(isNull(tools.deletedAt))
  const { sellerAddress, sellerBank } = settings.current
  return {
    hasSeller: sellerAddress !== '',
    ...{ toolCount: 0, pictureCount: 0, ...counts },
    takesCards: payments.cardForm === 'stripe',
    takesTransfers: sellerBank !== '',
  }
}
