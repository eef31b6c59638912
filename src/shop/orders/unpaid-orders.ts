import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { refuse } from '#contract/refusals.ts'
import { accounts } from '#db/tables/accounts.ts'
import { outbox } from '#db/tables/mails.ts'
import { type OrderHeader, type OrderRow, orders } from '#db/tables/orders.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { assertMayChangeOrder } from '#shop/accounts/company-role.ts'
import { theShop, transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { isPoRequired, refusePoNumber } from '#shop/companies/approvals.ts'
import { buildMailInsert } from '#shop/mails/mails.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import { settleActivePayment } from '#shop/payments/payments.ts'
import type { Shop } from '#shop/shop.ts'
import { cancelExpired } from './cancel-orders.ts'
import { confirmOrder, toFieldErrors, unconfirmOrder } from './confirm-order.ts'
import { selectLineWords } from './order-search.ts'
import { assertOrderStep, isUnpaid, lockOrderIncludingCancelled } from './order-state.ts'
import { shopScope, toScope } from './scope.ts'

/**
 * Refuses `order_not_found`, `order_cancelled`, `order_paid` (its invoice has the number), `edit_conflict`, `po_required` and as
 * `assertMayChangeOrder` does.
 */
export async function changePoNumber(
  shop: Shop,
  buyer: Actor,
  id: string,
  change: { poNumber: string },
  shown?: { poNumber?: string | undefined },
): Promise<void> {
  await transactAs(shop, buyer, async db => {
    const present = await lockOrderIncludingCancelled(db, toScope(buyer.account), id)
    assertMayChangeOrder(buyer.account, present)
    assertOrderStep('change', present)
    const { poNumber } = mergeChange(change, present, shown)
    if (poNumber === '' && present.companyId && (await isPoRequired(db, present.companyId))) refusePoNumber()
    await db.execute(sql`
      update ${orders} set po_number = ${poNumber}, line_words = ${selectLineWords(poNumber)} where id = ${id}`)
  })
}

const maxHoldDays = 90

/**
 * Holds the pieces of an order, or moves the end of its hold. Refuses `order_not_found`, `order_cancelled`, `order_paid`, `payment_processing`,
 * `edit_conflict`, `sold_out` with the short lines, and `invalid_input` for a time that is past or more than 90 days ahead.
 */
export async function holdOrder(
  shop: Shop,
  admin: Actor,
  id: string,
  until: Date,
  shown?: Shown<{ until: Date | null }>,
): Promise<void> {
  await assertWithinHoldLimit(shop, until)
  await transactAs(shop, admin, async db => {
    const order = await lockOrderIncludingCancelled(db, shopScope, id)
    assertOrderStep('hold', order)
    if (order.transactionId !== null) refuse('payment_processing')
    const { until: merged } = mergeChange<{ until: Date | null }>({ until }, { until: order.heldUntil }, shown)
    if (order.heldUntil?.getTime() === merged?.getTime()) return
    const hold = { heldUntil: until, remindedAt: null }
    if (order.state === 'placed') {
      const shortages = await confirmOrder(db, order, hold)
      if (shortages.length > 0) refuse('sold_out', toFieldErrors(shortages))
    } else await db.update(orders).set(hold).where(eq(orders.id, id))
    await db.insert(outbox).values({ kind: 'order_held', orderId: id, data: { heldUntil: until.toISOString() } })
    await recordAction(db, admin, 'hold_order', { id, target: order.title, ...describeChange(order.heldUntil, until) })
  })
  shop.notifications.publishThrottled('tools')
}

async function assertWithinHoldLimit({ db }: Shop, until: Date): Promise<void> {
  const time = sql`${until.toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`
    select where ${time} > now() and ${time} <= now() + ${maxHoldDays} * interval '1 day'`)
  if (rows.length > 0) return
  refuse('invalid_input', [
    { field: 'until', message: `Hold the pieces until a day within the next ${maxHoldDays} days.` },
  ])
}

const describeChange = (from: Date | null, to: Date | null) => ({
  before: { heldUntil: from?.toISOString() ?? null },
  after: { heldUntil: to?.toISOString() ?? null },
})

/** Returns false for an order without a hold. Refuses `order_not_found`, and `payment_processing` while a card is captured. */
export async function endHold(shop: Shop, admin: Actor, id: string): Promise<boolean> {
  const isToEnd = ({ heldUntil, transactionId }: OrderHeader) => {
    if (transactionId !== null) refuse('payment_processing')
    return heldUntil !== null
  }
  return unconfirmOrder(shop, admin, id, isToEnd, async (db, { title, heldUntil }) => {
    await db.insert(outbox).values({ kind: 'order_hold_ended', orderId: id })
    await recordAction(db, admin, 'hold_order', { id, target: title, ...describeChange(heldUntil, null) })
  })
}

export const claimExpiredHold = (shop: Shop) => claimDue(shop, orders.heldUntil, sql`transaction_id is null`)

/** Returns undefined if the hold was changed meanwhile. Refuses as `settleActivePayment` does. */
export async function endExpiredHold(shop: Shop, order: OrderRow): Promise<'released' | 'paid' | undefined> {
  if (await settleActivePayment(shop, order)) return 'paid'
  const isSameHold = ({ heldUntil, transactionId }: OrderHeader) =>
    transactionId === null && heldUntil?.getTime() === order.heldUntil?.getTime()
  const isUnconfirmed = await unconfirmOrder(shop, theShop, order.id, isSameHold, db =>
    db.insert(outbox).values({ kind: 'order_hold_ended', orderId: order.id }),
  )
  return isUnconfirmed ? 'released' : undefined
}

/** Mails the buyer, or the managers who can approve the order, once per deadline: a new one resets `reminded_at`. Skips orders under a day old or with a busy card. */
export async function queueExpiryReminders(shop: Shop): Promise<void> {
  await shop.db.execute(sql`
    with reminded as (
      update ${orders} set reminded_at = now()
      where ${isUnpaid} and transaction_id is null and reminded_at is null and created_at < now() - interval '1 day'
        and coalesce(held_until, expires_at) between now() and now() + interval '1 day'
      returning id, approval, company_id
    ), ${buildMailInsert(sql`(select id from reminded where approval is distinct from 'waiting') as unpaid`, 'order_expiring')}
    insert into ${outbox} (kind, order_id, data)
    select 'order_expiring', reminded.id, jsonb_build_object('to', email)
    from reminded join ${accounts} using (company_id)
    where approval = 'waiting' and company_role = 'manager' and blocked_at is null`)
}

export const claimExpired = (shop: Shop) => claimDue(shop, orders.expiresAt, sql`state = 'placed'`)

async function claimDue(shop: Shop, dueAt: PgColumn, isOpen: SQL): Promise<OrderRow | undefined> {
  const [order] = await shop.db
    .update(orders)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id = (select id from ${orders} where ${dueAt} <= now() and ${isOpen}
        and coalesce(last_checked_at, created_at) < now() - interval '10 minutes'
        order by ${dueAt} limit 1 for update skip locked)`,
    )
    .returning()
  return order
}

/** Returns undefined if cancelled, held or extended meanwhile. Refuses as `settleActivePayment` and `cancelOrder` do. */
export async function expireOrder(shop: Shop, order: OrderRow): Promise<'expired' | 'paid' | undefined> {
  if (await settleActivePayment(shop, order)) return 'paid'
  return (await cancelExpired(shop, order)) ? 'expired' : undefined
}
