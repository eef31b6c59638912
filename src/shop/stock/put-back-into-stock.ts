import { sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'

/** Drops pieces above the maximum stock. Call it in a transaction. */
export async function putBackIntoStock(
  db: Db,
  pieces: readonly { toolId: string; quantity: number }[],
  reason: 'refund' | 'return' | 'release',
  orderId: string,
): Promise<void> {
  const ids = sql`${sql.param(pieces.map(({ toolId }) => toolId))}::uuid[]`
  const quantities = sql`${sql.param(pieces.map(({ quantity }) => quantity))}::int[]`
  await db.execute(sql`
    with locked as (
      select id, available from ${tools} where id = any(${ids}) order by id for no key update
    ), returned as (
      select id, least(quantity, ${maxStock} - available) as delta
      from locked join unnest(${ids}, ${quantities}) as piece (tool_id, quantity) on tool_id = id
    ), counted as (
      update ${tools} set available = available + delta from returned where ${tools.id} = returned.id
    )
    insert into ${stockAdjustments} (tool_id, delta, reason, order_id)
    select id, delta, ${reason}, ${orderId}::uuid from returned where delta > 0`)
}
