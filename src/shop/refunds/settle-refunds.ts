import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import type { Db } from '#db/database.ts'
import { orders } from '#db/tables/orders.ts'
import { type RefundRow, refundMovements, refunds } from '#db/tables/payments.ts'
import type { PaymentIntent, ProviderRefund } from '#providers/payments/port.ts'
import { buildMailInsert } from '#shop/mails/mails.ts'
import type { Shop } from '#shop/shop.ts'

/** Can be repeated after a crash. Refuses `payments_unavailable`. */
export async function settleRefund(shop: Shop, refund: RefundRow): Promise<void> {
  const { id, attempt, kind, paymentIntentId, amountCents, state, reference } = refund
  if (state !== 'pending') return
  if (paymentIntentId === null || reference !== '') return recordRefund(shop, refund, { state: 'succeeded' })
  // Refunded in the provider's dashboard; do not refund again.
  if (kind === 'provider' && attempt === 1) return recordProviderRefunds(shop, paymentIntentId)
  const refundsWithProviderId = await shop.db
    .select({ id: refunds.providerId })
    .from(refunds)
    .where(and(eq(refunds.paymentIntentId, paymentIntentId), isNotNull(refunds.providerId)))
  const knownIds = refundsWithProviderId.flatMap(({ id }) => id ?? [])
  const providerRefund = await shop.payments.createRefund({
    id,
    attempt,
    intentId: paymentIntentId,
    amountCents,
    knownIds,
  })
  await recordRefund(shop, refund, toOutcome(providerRefund))
}

/** A job continues when the provider does not answer. */
export async function trySettling(shop: Shop, id: string): Promise<void> {
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, id))
  if (!refund) return
  await settleRefund(shop, refund).catch(error => {
    if (!(error instanceof Refusal && error.code === 'payments_unavailable')) throw error
  })
}

interface RefundOutcome {
  state: RefundRow['state']
  providerId?: string
  failure?: string
}

const toOutcome = ({ id, status, failure }: ProviderRefund): RefundOutcome => ({
  state: status,
  ...(id !== '' && { providerId: id }),
  failure,
})

/** Idempotent per state. The first success is mailed and makes a credit note due. */
export async function recordRefund(
  shop: Shop,
  { id, attempt, kind, paymentIntentId }: RefundRow,
  { state, providerId = '', failure = '' }: RefundOutcome,
): Promise<void> {
  const { rows } = await shop.db.execute<{ state: string }>(sql`
    with present as (
      select refund.* from ${orders} join ${refunds} as refund on refund.order_id = ${orders.id}
      where refund.id = ${id} and attempt = ${attempt}
        and (refund.state = 'pending' or refund.state = 'succeeded' and ${state} = 'failed')
      for key share of orders for update of refund
    ), settled as (
      update ${refunds} set state = ${state}, failure = ${failure},
        provider_id = coalesce(nullif(${providerId}, ''), present.provider_id),
        succeeded_at = case when ${state} = 'succeeded' then coalesce(present.succeeded_at, now()) else present.succeeded_at end,
        credit_note_due = present.credit_note_due
          or ${state} = 'succeeded' and present.succeeded_at is null and present.kind <> 'late_payment'
      from present where ${refunds}.id = present.id
      returning ${refunds}.order_id as id, present.id as refund_id, present.kind, present.amount_cents, present.state as former_state, present.succeeded_at as former_succeeded_at
    ), moved as (
      insert into ${refundMovements} (refund_id, amount_cents)
      select refund_id, case ${state} when 'succeeded' then amount_cents else -amount_cents end from settled
      where kind <> 'late_payment' and (${state} = 'succeeded') <> (former_state = 'succeeded')
    ), newly_succeeded as (
      select id from settled where ${state} = 'succeeded' and former_succeeded_at is null
    ), ${buildMailInsert(sql`newly_succeeded`, 'order_refunded', { refundId: id, ...(kind === 'late_payment' && { transactionId: paymentIntentId ?? '' }) })}
    select former_state as state from settled`)
  if (rows[0] && rows[0].state !== state)
    shop.incrementCounter('orders', { step: state === 'failed' ? 'refund_failed' : 'refunded' })
}

export const isLateRefund = (intentId: string) =>
  and(eq(refunds.paymentIntentId, intentId), eq(refunds.kind, 'late_payment'))

/** Idempotent per payment intent. */
export async function addLateRefund(db: Db, orderId: string, { id, receivedCents }: PaymentIntent): Promise<void> {
  await db
    .insert(refunds)
    .values({ orderId, kind: 'late_payment', paymentIntentId: id, amountCents: receivedCents })
    .onConflictDoNothing()
}

export const hasLateRefund = async (db: Db, intentId: string) => (await db.$count(refunds, isLateRefund(intentId))) > 0

export async function settleLateRefund(shop: Shop, intentId: string): Promise<void> {
  const [refund] = await shop.db.select().from(refunds).where(isLateRefund(intentId))
  if (refund) await settleRefund(shop, refund)
}

export async function recordProviderRefunds(shop: Shop, intentId: string): Promise<void> {
  for (const providerRefund of await shop.payments.listRefunds(intentId)) {
    const refund =
      (await findOwnRefund(shop, intentId, providerRefund)) ?? (await addForeignRefund(shop, intentId, providerRefund))
    if (refund) await recordRefund(shop, refund, toOutcome(providerRefund))
  }
}

async function findOwnRefund({ db }: Shop, intentId: string, { id, refundId, attempt }: ProviderRefund) {
  const isOwn =
    refundId === undefined
      ? eq(refunds.providerId, id)
      : and(sql`${refunds.id}::text = ${refundId}`, eq(refunds.attempt, attempt))
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(isOwn, eq(refunds.paymentIntentId, intentId)))
  return refund
}

/** Returns undefined for an unknown payment, an earlier attempt and a failed refund. */
async function addForeignRefund({ db }: Shop, intentId: string, { id, status, refundId, amountCents }: ProviderRefund) {
  if (refundId !== undefined || status === 'failed') return undefined
  const isPaidBy = and(eq(orders.transactionId, intentId), sql`payment_method = 'card' and paid_at is not null`)
  const [order] = await db.select().from(orders).where(isPaidBy)
  if (!order) return undefined
  const [added] = await db
    .insert(refunds)
    .values({ orderId: order.id, kind: 'provider', paymentIntentId: intentId, amountCents, providerId: id })
    .onConflictDoNothing()
    .returning()
  return added
}
