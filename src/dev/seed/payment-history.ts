import { sql } from 'drizzle-orm'
import type { Currency, PriceTerms } from '#contract/pricing/currencies.ts'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { orders } from '#db/tables/orders.ts'
import { refundMovements, refunds, sandboxObjects } from '#db/tables/payments.ts'

export async function addPaymentHistory(db: Db, { currency }: PriceTerms, now: Date): Promise<void> {
  const paid = await db.select().from(orders).where(sql`paid_at is not null`).orderBy(orders.createdAt)
  const intents = paid
    .filter(({ paymentMethod }) => paymentMethod === 'card')
    .map(order => toSucceededIntent(order, currency))
  await db.insert(sandboxObjects).values(intents.map(body => ({ id: body.id, body })))
  const latest = new Date(now.getTime() - 2 * dayMs)
  const refunded = paid.findLast(
    order => order.paymentMethod === 'transfer' && order.shippedAt !== null && order.shippedAt < latest,
  )
  if (!refunded?.shippedAt) return
  const time = new Date(refunded.shippedAt.getTime() + 2 * dayMs)
  const amountCents = Math.min(2500, refunded.totalCents)
  const id = crypto.randomUUID()
  await db.insert(refunds).values({
    ...{ id, orderId: refunded.id, kind: 'order', state: 'succeeded', amountCents, reference: 'Transfer 8001' },
    ...{ reason: 'One case arrived scratched', createdAt: time, succeededAt: time, creditNoteDue: true },
  })
  await db.insert(refundMovements).values({ refundId: id, amountCents, createdAt: time })
}

const toSucceededIntent = (
  { id: orderId, accountId, transactionId, totalCents, paidAt }: typeof orders.$inferSelect,
  currency: Currency,
) => ({
  id: transactionId ?? '',
  object: 'payment_intent',
  client_secret: `${transactionId}_secret_${crypto.randomUUID()}`,
  status: 'succeeded',
  amount: totalCents,
  amount_capturable: 0,
  amount_received: totalCents,
  currency: currency.toLowerCase(),
  payment_method: null,
  metadata: { orderId, accountId },
  created: Math.floor((paidAt?.getTime() ?? 0) / 1000),
  livemode: false,
})
