import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { type MailData, outbox } from '#db/tables/mails.ts'
import { orders } from '#db/tables/orders.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { isPaidOrHasOtherPayment, releasePayment } from '#shop/orders/cancel-orders.ts'
import { confirmOrder, toFieldErrors } from '#shop/orders/confirm-order.ts'
import { getOrderIncludingCancelled } from '#shop/orders/order-lists.ts'
import { assertOrderStep, lockOrderIncludingCancelled } from '#shop/orders/order-state.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { releaseMissingPieces } from '#shop/refunds/refund-orders.ts'
import type { Shop } from '#shop/shop.ts'

interface Transfer {
  reference: string
  isPartial: boolean
}

/**
 * Refuses `order_not_found`, `order_paid`, `order_cancelled`, `sold_out` with the short lines (for a partial transfer only if
 * nothing is in stock), and as `releasePayment` does.
 */
export async function markPaid(shop: Shop, admin: Actor, id: string, transfer: Transfer): Promise<void> {
  const order = await getOrderIncludingCancelled(shop, shopScope, id)
  assertOrderStep('pay', order)
  await releasePayment(shop, order)
  await transactAs(shop, admin, async db => {
    const present = await lockOrderIncludingCancelled(db, shopScope, id)
    assertOrderStep('pay', present)
    if (isPaidOrHasOtherPayment(present, order)) refuse('payment_processing')
    const payment = { paymentMethod: 'transfer', transactionId: transfer.reference, heldUntil: null } as const
    const paid = { ...payment, paidAt: sql`now()`, invoiceDue: true }
    const data: MailData = {}
    if (present.state === 'placed') {
      const shortages = await confirmOrder(db, present, paid)
      if (shortages.length > 0 && !transfer.isPartial) refuse('sold_out', toFieldErrors(shortages))
      if (shortages.length > 0) {
        // `releaseMissingPieces` adds the missing pieces to the stock, so that all lines can be taken.
        data.refundId = await releaseMissingPieces(db, admin, present, shortages)
        await confirmOrder(db, present, paid)
      }
    } else await db.update(orders).set(paid).where(eq(orders.id, id))
    await db.insert(outbox).values({ kind: 'order_paid', orderId: id, data })
    await recordAction(db, admin, 'mark_paid', { id, target: order.title, after: { state: 'paid' } })
  })
  shop.notifications.publishThrottled('tools')
  shop.incrementCounter('orders', { step: 'paid' })
}
