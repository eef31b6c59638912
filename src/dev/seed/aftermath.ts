import { desc, eq, isNotNull } from 'drizzle-orm'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { accountNotes } from '#db/tables/accounts.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { disputes } from '#db/tables/payments.ts'
import { returnLines, returns } from '#db/tables/returns.ts'

export async function addReturnsDisputeAndNotes(db: Db, adminEmail: string, now: Date): Promise<void> {
  const isBefore = (time: Date | null, days: number) => time !== null && time.getTime() < now.getTime() - days * dayMs
  const all = await db.select().from(orders).where(isNotNull(orders.shippedAt)).orderBy(desc(orders.shippedAt))
  const shipped = all.filter(({ shippedAt }) => isBefore(shippedAt, 1))
  const [latest, second, , , older] = shipped
  if (!latest || !second || !older) return
  await addReturn(db, latest, { reason: 'Two pieces too many; still in their boxes.' })
  await addReturn(db, second, {
    reason: 'The handle is cracked.',
    answer: 'Please send it to our warehouse, with the delivery note.',
  })
  const card = shipped.find(
    ({ paymentMethod, paidAt, id }) =>
      paymentMethod === 'card' && isBefore(paidAt, 6) && ![latest.id, second.id].includes(id),
  )
  if (card?.paidAt)
    await db.insert(disputes).values({
      id: 'dp_demo_1',
      orderId: card.id,
      amountCents: card.totalCents,
      reason: 'unrecognized',
      state: 'won',
      openedAt: new Date(card.paidAt.getTime() + 3 * dayMs),
      endedAt: new Date(card.paidAt.getTime() + 6 * dayMs),
    })
  await db.insert(accountNotes).values([
    {
      id: crypto.randomUUID(),
      accountId: older.accountId,
      authorEmail: adminEmail,
      text: 'Deliver to the yard behind the house; ring twice.',
    },
    {
      id: crypto.randomUUID(),
      accountId: latest.accountId,
      authorEmail: adminEmail,
      text: 'Wants all tools of an order in one parcel.',
    },
  ])
}

interface ReturnTexts {
  reason: string
  answer?: string
}

async function addReturn(
  db: Db,
  order: typeof orders.$inferSelect,
  { reason, answer = '' }: ReturnTexts,
): Promise<void> {
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).orderBy(orderLines.position)
  if (!line || !order.shippedAt) return
  const id = crypto.randomUUID()
  const requestedAt = new Date(order.shippedAt.getTime() + 18 * 3_600_000)
  await db.insert(returns).values({
    id,
    orderId: order.id,
    state: answer === '' ? 'requested' : 'accepted',
    reason,
    answer,
    requestedAt,
    ...(answer !== '' && { answeredAt: new Date(requestedAt.getTime() + 3 * 3_600_000) }),
  })
  await db.insert(returnLines).values({ returnId: id, toolId: line.toolId, quantity: Math.min(2, line.quantity) })
}
