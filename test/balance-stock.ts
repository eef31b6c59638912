import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

/** For orders that a test has written or cancelled by SQL: makes the stock the sum of its movements again. */
export async function balanceStock(db: Db): Promise<void> {
  await db.execute(sql`
    insert into stock_adjustments (tool_id, delta, reason)
    select tools.id, available - sum(delta), 'edit' from tools join stock_movements on tool_id = tools.id
    group by tools.id having available <> sum(delta)`)
}
