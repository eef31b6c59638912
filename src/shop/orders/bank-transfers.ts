import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { outbox } from '#db/tables/mails.ts'
import { type OrderHeader, orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { recordAction } from '#shop/audit-log.ts'
import type { Shop } from '#shop/shop.ts'
import { cancelPayment, hasOtherPayment } from './cancel-orders.ts'
import { confirmOrder, toFieldErrors } from './confirm-order.ts'
import { lockOrderIncludingCancelled } from './open-pieces.ts'
import { getOrderIncludingCancelled } from './order-lists.ts'
import { releaseMissing } from './refund-orders.ts'

interface Transfer {
  reference: string
  /** Takes what is there: the pieces that are missing are refunded. */
  isPartial: boolean
}

/**
 * Records that the order was paid by a transfer to the bank, after its card payment was cancelled, and takes its pieces out of the
 * stock unless they are held. Refuses `order_not_found`, `order_paid`, `order_cancelled`, `payment_processing`, and `sold_out`
 * with the lines that are short: of a partial transfer only when nothing is there.
 */
export async function markPaid(shop: Shop, admin: Account, id: string, transfer: Transfer): Promise<void> {
  const order = await getOrderIncludingCancelled(shop, undefined, id)
  if (order.state === 'cancelled') refuse('order_cancelled')
  await cancelPayment(shop, order)
  await shop.db.transaction(async db => {
    const present = await lockOrderIncludingCancelled(db, id)
    if (present.state === 'cancelled') refuse('order_cancelled')
    if (present.paidAt) refuse('order_paid')
    if (hasOtherPayment(present, order)) refuse('payment_processing')
    if (present.state === 'placed') await confirmForTransfer(db, admin, present, transfer)
    await db
      .update(orders)
      .set({
        ...{ paymentMethod: 'transfer', transactionId: transfer.reference, heldUntil: null },
        ...{ paidAt: sql`now()`, invoiceDue: true },
      })
      .where(eq(orders.id, id))
    await db.insert(outbox).values({ kind: 'order_paid', orderId: id })
    await recordAction(db, admin, 'mark_paid', { id, target: order.title, after: { state: 'paid' } })
  })
  shop.notifications.publishThrottled('tools')
  shop.incrementCounter('orders', { step: 'paid' })
}

async function confirmForTransfer(
  db: Db,
  admin: Account,
  order: OrderHeader,
  { reference, isPartial }: Transfer,
): Promise<void> {
  const shortages = await confirmOrder(db, order, { transactionId: reference })
  if (shortages.length === 0) return
  if (!isPartial) refuse('sold_out', toFieldErrors(shortages))
  // It refunds the missing pieces and adds them to the stock, from which all lines can be taken then.
  await releaseMissing(db, admin, order, shortages)
  await confirmOrder(db, order, { transactionId: reference })
}
