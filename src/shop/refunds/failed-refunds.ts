import { eq } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import type { OrderRow } from '#db/tables/orders.ts'
import { refunds } from '#db/tables/payments.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { cancelCreditNote } from '#shop/documents/credit-notes.ts'
import { lockOrderIncludingCancelled } from '#shop/orders/order-state.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { reopenReturn } from '#shop/returns/handle-returns.ts'
import type { Shop } from '#shop/shop.ts'
import { findMoneyErrors, recordRefundAction } from './refund-orders.ts'
import { assertNotDisputed, findRefund, listRefunds, type Refund } from './refunds.ts'
import { trySettling } from './settle-refunds.ts'

/** A `reference` means sent by hand. Refuses `refund_not_found`, `refund_not_failed`, `order_disputed` and `invalid_input`. */
export async function retryRefund(shop: Shop, admin: Actor, id: string, reference: string): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const { order, refund } = await lockFailedRefund(transaction, id)
    const isOfOrder = refund.kind !== 'late_payment'
    if (isOfOrder) await assertRetriable(shop, transaction, order, { ...refund, reference })
    const byHand = isOfOrder && reference !== ''
    const paymentIntentId = isOfOrder ? order.transactionId : refund.paymentIntentId
    const attempt = refund.attempt + 1
    await transaction
      .update(refunds)
      .set({
        ...{ state: 'pending', failure: '', attempt, reference, providerId: null },
        // A late payment keeps its intent, which makes its refund unique.
        paymentIntentId: byHand ? null : paymentIntentId,
      })
      .where(eq(refunds.id, id))
    await recordRefundAction(transaction, admin, order, 'retry_refund', refund)
  })
  await trySettling(shop, id)
}

/**
 * Cancels the credit note, and reopens the return. Unshipped pieces stay released; shipped ones can be returned and refunded
 * again. Refuses `refund_not_found` and `refund_not_failed`.
 */
export async function closeRefund(shop: Shop, admin: Actor, id: string, reason: string): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const { order, refund } = await lockFailedRefund(transaction, id)
    await transaction.update(refunds).set({ state: 'closed', closeReason: reason }).where(eq(refunds.id, id))
    await cancelCreditNote(transaction, id)
    if (refund.returnId) await reopenReturn(transaction, refund.returnId)
    await recordRefundAction(transaction, admin, order, 'close_refund', { ...refund, reason })
  })
}

async function lockFailedRefund(db: Db, id: string) {
  const found = (await findRefund(db, id)) ?? refuse('refund_not_found')
  const order = await lockOrderIncludingCancelled(db, shopScope, found.orderId)
  const refund = await findRefund(db, id)
  return refund?.state === 'failed' ? { order, refund } : refuse('refund_not_failed')
}

async function assertRetriable({ settings }: Shop, db: Db, order: OrderRow, refund: Refund): Promise<void> {
  if (refund.reference === '') await assertNotDisputed(db, order.id)
  const made = (await listRefunds(db, [order.id])).get(order.id) ?? []
  const others = made.filter(({ id }) => id !== refund.id)
  const errors = findMoneyErrors(settings.current.currency, order, others, refund)
  if (errors.length > 0) refuse('invalid_input', errors)
}
