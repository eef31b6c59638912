import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { outbox } from '#db/tables/mails.ts'
import { type OrderHeader, type OrderRow, orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { recordAction } from '#shop/audit-log.ts'
import type { Shop } from '#shop/shop.ts'
import { confirmOrder, releaseOrder, toFieldErrors } from './confirm-order.ts'
import { lockOrderIncludingCancelled } from './open-pieces.ts'
import { findLivePayment, isAuthorizedOrCaptured, settlePayment } from './payments.ts'

const maxHoldDays = 90

/**
 * Takes the pieces of an unpaid order out of the stock until then, or changes until when. The buyer is mailed. Refuses
 * `order_not_found`, `order_cancelled`, `order_paid`, `payment_processing`, `sold_out` with the lines that are short, and
 * `invalid_input` for a time that has passed or is more than 90 days away.
 */
export async function holdOrder(shop: Shop, admin: Account, id: string, until: Date): Promise<void> {
  await assertNear(shop, until)
  await shop.db.transaction(async db => {
    const order = await lockOrderIncludingCancelled(db, id)
    assertUnpaid(order)
    if (order.heldUntil?.getTime() === until.getTime()) return
    if (order.state === 'placed') {
      const shortages = await confirmOrder(db, order, { heldUntil: until })
      if (shortages.length > 0) refuse('sold_out', toFieldErrors(shortages))
    }
    await db.update(orders).set({ heldUntil: until, remindedAt: null }).where(eq(orders.id, id))
    await db.insert(outbox).values({ kind: 'order_held', orderId: id, data: { heldUntil: until.toISOString() } })
    await recordAction(db, admin, 'hold_order', { id, target: order.title, ...describeChange(order.heldUntil, until) })
  })
  shop.notifications.publishThrottled('tools')
}

async function assertNear({ db }: Shop, until: Date): Promise<void> {
  const time = sql`${until.toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`
    select where ${time} > now() and ${time} <= now() + ${maxHoldDays} * interval '1 day'`)
  if (rows.length > 0) return
  refuse('invalid_input', [
    { field: 'until', message: `Hold the pieces until a day within the next ${maxHoldDays} days.` },
  ])
}

/** Refuses `order_cancelled`, `order_paid`, and `payment_processing` while it is confirmed for a card. */
function assertUnpaid({ state, paidAt, transactionId }: OrderHeader): void {
  if (state === 'cancelled') refuse('order_cancelled')
  if (paidAt) refuse('order_paid')
  if (transactionId !== null) refuse('payment_processing')
}

const describeChange = (from: Date | null, to: Date | null) => ({
  before: { heldUntil: from?.toISOString() ?? null },
  after: { heldUntil: to?.toISOString() ?? null },
})

/** Gives the pieces of a held order back before the time. False for one that is not held. Refuses as `holdOrder` does. */
export async function endHold(shop: Shop, admin: Account, id: string): Promise<boolean> {
  const isHeld = (order: OrderHeader) => {
    assertUnpaid(order)
    return true
  }
  return releaseOrder(shop, id, isHeld, (db, { title, heldUntil }) =>
    recordAction(db, admin, 'hold_order', { id, target: title, ...describeChange(heldUntil, null) }),
  )
}

/** The next order whose hold is over. One whose payment is unknown is tried again after ten minutes. */
export async function claimEndedHold(shop: Shop): Promise<OrderRow | undefined> {
  const [order] = await shop.db
    .update(orders)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id = (select id from ${orders} where held_until <= now() and transaction_id is null
        and coalesce(last_checked_at, created_at) < now() - interval '10 minutes'
        order by held_until limit 1 for update skip locked)`,
    )
    .returning()
  return order
}

/** A card that was authorized meanwhile pays the order, as `settlePayment` does. */
export async function releaseEndedHold(shop: Shop, order: OrderRow): Promise<void> {
  const intent = await findLivePayment(shop, order)
  if (intent && isAuthorizedOrCaptured(intent)) return settlePayment(shop, order, intent)
  const isOver = ({ heldUntil, transactionId }: OrderHeader) =>
    transactionId === null && heldUntil?.getTime() === order.heldUntil?.getTime()
  await releaseOrder(shop, order.id, isOver, db =>
    db.insert(outbox).values({ kind: 'order_hold_ended', orderId: order.id }),
  )
}
