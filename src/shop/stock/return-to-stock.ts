import { asc, eq, inArray } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'

/** In a transaction. What a stock can't take above its maximum is left out. */
export async function returnToStock(
  db: Db,
  pieces: readonly { toolId: string; quantity: number }[],
  reason: 'refund' | 'return',
): Promise<void> {
  const ids = pieces.map(({ toolId }) => toolId)
  const locked = await db
    .select({ id: tools.id, available: tools.available })
    .from(tools)
    .where(inArray(tools.id, ids))
    .orderBy(asc(tools.id))
    .for('no key update')
  for (const { id: toolId, available } of locked) {
    const quantity = pieces.find(each => each.toolId === toolId)?.quantity ?? 0
    const delta = Math.min(quantity, maxStock - available)
    if (delta === 0) continue
    await db
      .update(tools)
      .set({ available: available + delta })
      .where(eq(tools.id, toolId))
    await db.insert(stockAdjustments).values({ toolId, delta, reason })
  }
}
