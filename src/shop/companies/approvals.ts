import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { companies } from '#db/tables/companies.ts'
import { outbox } from '#db/tables/mails.ts'
import { type OrderHeader, orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { assertMayOrder } from '#shop/accounts/company-role.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { assertOrderStep, lockOrderIncludingCancelled } from '#shop/orders/order-state.ts'
import type { Scope } from '#shop/orders/scope.ts'
import type { Shop } from '#shop/shop.ts'

/**
 * Whether the order has to wait for approval: the buyer's orders of 24 hours come to more than their amount. Call it with the buyer locked.
 * Refuses `buyer_needed` and `po_required`.
 */
export async function checkCompanyTerms(
  db: Db,
  buyer: Account,
  { totalCents, poNumber }: Pick<OrderHeader, 'totalCents' | 'poNumber'>,
): Promise<'waiting' | null> {
  if (buyer.companyId === null) return null
  assertMayOrder(buyer)
  if (poNumber === '' && (await isPoRequired(db, buyer.companyId))) refusePoNumber()
  const left = await computeAmountLeft({ db }, buyer)
  return left !== null && totalCents > left ? 'waiting' : null
}

/** What a buyer can order, in cents, without waiting for approval: their amount less their orders of 24 hours; null without an amount. */
export async function computeAmountLeft({ db }: Pick<Shop, 'db'>, buyer: Account): Promise<number | null> {
  if (buyer.amountCents === null) return null
  const { rows } = await db.execute<{ cents: string }>(sql`
    select coalesce(sum(total_cents), 0) as cents from ${orders}
    where account_id = ${buyer.id} and company_id = ${buyer.companyId} and state <> 'cancelled'
      and created_at > now() - interval '1 day'`)
  return Math.max(0, buyer.amountCents - Number(rows[0]?.cents))
}

export const isPoRequired = async (db: Db, companyId: string): Promise<boolean> =>
  (await db.$count(companies, and(eq(companies.id, companyId), eq(companies.poRequired, true)))) > 0

export const refusePoNumber = (): never =>
  refuse('po_required', [{ field: 'poNumber', message: 'Your company needs a PO number.' }])

/** The managers who can approve it are mailed. */
export async function queueApprovalMails(db: Db, { id, companyId }: Pick<OrderHeader, 'id' | 'companyId'>) {
  await db.execute(sql`
    insert into ${outbox} (kind, order_id, data)
    select 'order_waiting', ${id}, jsonb_build_object('to', email) from ${accounts}
    where company_id = ${companyId} and company_role = 'manager' and blocked_at is null`)
}

/** An approved order expires as if it were placed now. Refuses `order_not_found`, `order_cancelled` and `order_changed`. */
export async function approveOrder(shop: Shop, actor: Actor, scope: Scope, id: string): Promise<void> {
  await transactAs(shop, actor, async db => {
    const order = await lockOrderIncludingCancelled(db, scope, id)
    assertOrderStep('approve', order)
    await db
      .update(orders)
      .set({
        approval: 'granted',
        approvedBy: actor.account.id,
        approvedAt: sql`now()`,
        expiresAt: sql`now() + ${shop.unpaidOrderHours} * interval '1 hour'`,
        remindedAt: null,
      })
      .where(eq(orders.id, id))
    await db.insert(outbox).values({ kind: 'order_approved', orderId: id })
    if (scope.kind !== 'shop') return
    await recordAction(db, actor, 'approve_order', { id, target: order.title, after: { state: 'approved' } })
  })
}
