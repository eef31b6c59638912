import { sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { accounts } from '#db/tables/accounts.ts'
import { orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { buildMailInsert } from '#shop/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { getOrderIncludingCancelled } from './order-lists.ts'
import { recordPayment } from './payments.ts'

/**
 * Records that the order was paid by a transfer to the bank, after its card payment was cancelled. Refuses
 * `order_not_found`, `order_paid`, `order_cancelled`, `order_cancelling` and `payment_processing`.
 */
export async function markPaid(shop: Shop, admin: Account, id: string, reference: string): Promise<void> {
  const order = await getOrderIncludingCancelled(shop, undefined, id)
  const { paymentIntentId } = order
  if (order.transactionId === null && paymentIntentId) {
    const intent = await shop.payments.cancelIntent(paymentIntentId)
    if (intent?.status === 'succeeded') await recordPayment(shop, order.accountId, id, intent.id)
    else if (intent && intent.status !== 'cancelled') refuse('payment_processing')
  }
  const { rows } = await shop.db.execute(sql`
    with paid as (
      update ${orders} set state = 'paid', payment_method = 'transfer', transaction_id = ${reference}, paid_at = now(),
        invoice_due = true
      where id = ${id} and state = 'placed' and payment_intent_id is not distinct from ${paymentIntentId}
      returning id, account_id, total_cents, title as target, '{"state": "placed"}'::jsonb as before,
        '{"state": "paid"}'::jsonb as after
    ), credit as (
      update ${accounts} set paid_cents = paid_cents + paid.total_cents from paid where ${accounts}.id = paid.account_id
    ), ${buildMailInsert(sql`paid`, 'order_paid')}, ${buildAuditEntry(sql`paid`, admin, 'mark_paid')}
    select 1 from paid`)
  if (rows.length > 0) return shop.incrementCounter('orders', { step: 'paid' })
  const { state, transactionId } = await getOrderIncludingCancelled(shop, undefined, id)
  if (transactionId !== null) refuse('order_paid')
  if (state === 'placed') refuse('payment_processing')
  refuse(state === 'cancelled' ? 'order_cancelled' : 'order_cancelling')
}
