import { and, eq, sql } from 'drizzle-orm'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'

const openedDaysAgo = 100
const receiptsDaysAgo = [62, 31] as const

interface Movement {
  toolId: string
  createdAt: Date
  delta: number
}

export async function addStockHistory(db: Db, actorEmail: string, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const sales = await readSales(db)
  for (const { id, available } of await db.select({ id: tools.id, available: tools.available }).from(tools)) {
    const own = sales.filter(sale => sale.toolId === id)
    const receipts = receiptsDaysAgo.map((days, index) => {
      const since = daysAgo(receiptsDaysAgo[index - 1] ?? openedDaysAgo)
      const sold = -sum(own.filter(({ createdAt }) => createdAt >= since && createdAt < daysAgo(days)))
      return {
        toolId: id,
        createdAt: daysAgo(days),
        delta: sold,
        reason: 'receipt' as const,
        actorEmail,
        note: 'Delivery',
      }
    })
    const received = receipts.filter(({ delta }) => delta > 0)
    const opening = available - sum(own) - sum(received)
    const missing = Math.max(0, -findLowest(opening, [...own, ...received]))
    await db
      .update(stockAdjustments)
      .set({ delta: opening + missing, createdAt: daysAgo(openedDaysAgo) })
      .where(and(eq(stockAdjustments.toolId, id), eq(stockAdjustments.reason, 'opening')))
    const shelf = { toolId: id, createdAt: daysAgo(1), delta: -missing, reason: 'count' as const, actorEmail }
    const rows = [...received, ...(missing > 0 ? [{ ...shelf, note: 'Stocktake' }] : [])]
    if (rows.length > 0) await db.insert(stockAdjustments).values(rows)
  }
}

async function readSales(db: Db): Promise<Movement[]> {
  const { rows } = await db.execute<{ toolId: string; createdAt: string; delta: number }>(sql`
    select tool_id as "toolId", created_at as "createdAt", delta from stock_movements
    where reason = 'order' order by created_at`)
  return rows.map(row => ({ ...row, createdAt: new Date(row.createdAt) }))
}

const sum = (movements: readonly { delta: number }[]) => movements.reduce((total, { delta }) => total + delta, 0)

function findLowest(opening: number, movements: readonly Omit<Movement, 'toolId'>[]): number {
  let balance = opening
  let lowest = opening
  for (const { delta } of movements.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    balance += delta
    lowest = Math.min(lowest, balance)
  }
  return lowest
}
