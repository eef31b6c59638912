import { eq, sql } from 'drizzle-orm'
import type { Currency } from '#contract/pricing/currencies.ts'
import { formatCents } from '#contract/pricing/money.ts'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { type OrderHeader, type OrderRow, orders } from '#db/tables/orders.ts'
import { creditedLines, refundLines, refunds } from '#db/tables/payments.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { type Shortage, toFieldErrors } from '#shop/orders/confirm-order.ts'
import { assertOrderStep, lockOrder } from '#shop/orders/order-state.ts'
import { findMoreThanLeft, hasSamePieces, type Pieces, readPieces, takesAllLeft } from '#shop/orders/pieces.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { assertActsShown, type RecordedAct } from '#shop/repeated-acts.ts'
import { markReturnRefunded } from '#shop/returns/handle-returns.ts'
import type { Shop } from '#shop/shop.ts'
import { putBackIntoStock } from '#shop/stock/put-back-into-stock.ts'
import {
  assertNoOpenDispute,
  assertNotDisputed,
  type Refund,
  type RefundLine,
  sumOwed,
  sumRefunded,
} from './refunds.ts'
import { trySettling } from './settle-refunds.ts'

interface NewRefund {
  /** Chosen by the caller, for idempotency. */
  id: string
  lines: RefundLine[]
  credited: Pieces[]
  amountCents: number
  reason: string
  reference: string
  returnId?: string | undefined
  shownRefunds?: number | undefined
}

/**
 * Refuses `order_not_found`, `order_not_paid`, `order_disputed`, `return_not_found`, `changed_meanwhile`, `change_reused`,
 * `done_meanwhile` and `invalid_input`. A job continues when the provider does not answer.
 */
export async function refundOrder(shop: Shop, admin: Actor, orderId: string, refund: NewRefund): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const order = await lockOrder(transaction, shopScope, orderId)
    const [present] = await transaction.select().from(refunds).where(eq(refunds.id, refund.id))
    const pieces = await readPieces(transaction, orderId)
    if (present) {
      const earlier = pieces.refunds.find(({ id }) => id === refund.id)
      return earlier && isSame(earlier, refund) ? undefined : refuse('change_reused')
    }
    assertOrderStep('refund', order)
    const recorded = pieces.refunds.map(each => describeRefund(shop.settings.current.currency, each))
    await assertActsShown(shop, transaction, { targetId: orderId, recorded, shown: refund.shownRefunds })
    await (refund.amountCents > 0 ? assertNotDisputed : assertNoOpenDispute)(transaction, orderId)
    const errors = [
      ...findMoreThanLeft(refund.lines, pieces.lines, pieces.left),
      ...findMoreThanShipped(refund.credited, pieces.returnable),
      ...findAmountErrors(shop.settings.current.currency, order, pieces.refunds, refund),
    ]
    if (errors.length > 0) refuse('invalid_input', errors)
    if (refund.returnId) await markReturnRefunded(transaction, refund.returnId, orderId)
    await writeRefund(transaction, admin, order, refund)
    await recordRefundedPieces(transaction, order, refund, {
      isLast: takesAllLeft(refund.lines, pieces.left),
      isShipped: pieces.shipments.length > 0,
    })
  })
  if (refund.lines.some(({ restocked }) => restocked)) shop.notifications.publishThrottled('tools')
  await trySettling(shop, refund.id)
}

/** Refunds 0 cents, so that the rest can be confirmed; returns the id. Refuses `sold_out` if no piece is in stock. */
export async function releaseMissingPieces(
  db: Db,
  admin: Actor,
  order: OrderHeader,
  shortages: readonly Shortage[],
): Promise<string> {
  const { left } = await readPieces(db, order.id)
  const lines = shortages.map(({ toolId, quantity, available }) => {
    return { toolId, quantity: quantity - available, restocked: true }
  })
  if (takesAllLeft(lines, left)) refuse('sold_out', toFieldErrors(shortages))
  const refund = { id: crypto.randomUUID(), lines, credited: [], amountCents: 0, reason: 'Sold out', reference: '' }
  await writeRefund(db, admin, order, refund)
  await recordRefundedPieces(db, order, refund, { isLast: false, isShipped: false })
  return refund.id
}

const describeRefund = (currency: Currency, { createdAt, amountCents, reason }: Refund): RecordedAct => ({
  time: createdAt,
  what: amountCents > 0 ? `${formatCents(amountCents, currency)} refunded` : 'pieces released',
  note: reason,
})

function isSame(present: Refund, refund: NewRefund): boolean {
  return (
    present.amountCents === refund.amountCents &&
    present.reference === refund.reference &&
    present.reason === refund.reason &&
    (present.returnId ?? undefined) === refund.returnId &&
    hasSamePieces(present.lines, refund.lines) &&
    hasSamePieces(present.credited, refund.credited) &&
    present.lines.every(
      ({ toolId, restocked }) => refund.lines.find(line => line.toolId === toolId)?.restocked === restocked,
    )
  )
}

function findMoreThanShipped(credited: readonly Pieces[], shipped: ReadonlyMap<string, number>): FieldError[] {
  return credited.flatMap(({ toolId, quantity }, index) => {
    const pieces = shipped.get(toolId) ?? 0
    if (quantity <= pieces) return []
    return [{ field: `credited.${index}.quantity`, message: `${pieces} are shipped and not refunded yet.` }]
  })
}

function findAmountErrors(
  currency: Currency,
  order: OrderRow,
  made: readonly Refund[],
  refund: NewRefund,
): FieldError[] {
  const { amountCents, lines, credited, returnId, reference } = refund
  if (amountCents > 0) return findMoneyErrors(currency, order, made, refund)
  return [
    ...(lines.length === 0 || credited.length > 0 || returnId
      ? [{ field: 'amount', message: 'Name an amount, or pieces that will not be shipped.' }]
      : []),
    ...(reference === '' ? [] : [{ field: 'reference', message: 'Without an amount there is no transfer.' }]),
  ]
}

export function findMoneyErrors(
  currency: Currency,
  { totalCents, paymentMethod }: OrderRow,
  made: readonly Refund[],
  { amountCents, reference }: Pick<NewRefund, 'amountCents' | 'reference'>,
): FieldError[] {
  const leftCents = Math.max(totalCents - sumOwed(made), 0)
  const left = leftCents === 0 ? 'All of the order’s money was' : `Only ${formatCents(leftCents, currency)} can be`
  const hint = sumOwed(made) > sumRefunded(made) ? ' A refund that failed counts until it is closed.' : ''
  return [
    ...(amountCents > leftCents ? [{ field: 'amount', message: `${left} refunded.${hint}` }] : []),
    ...(paymentMethod === 'transfer' && reference === ''
      ? [
          {
            field: 'reference',
            message: 'The order was paid by a transfer: send the money back, and give the reference.',
          },
        ]
      : []),
  ]
}

async function writeRefund(db: Db, admin: Actor, order: OrderHeader, refund: NewRefund): Promise<void> {
  const { lines, credited, shownRefunds: _, ...row } = refund
  const paymentIntentId = refund.reference === '' && refund.amountCents > 0 ? order.transactionId : null
  const state = refund.amountCents > 0 ? 'pending' : 'succeeded'
  await db.insert(refunds).values({ ...row, orderId: order.id, kind: 'order', state, paymentIntentId })
  if (lines.length > 0) await db.insert(refundLines).values(lines.map(line => ({ refundId: refund.id, ...line })))
  if (credited.length > 0)
    await db.insert(creditedLines).values(credited.map(pieces => ({ refundId: refund.id, ...pieces })))
  await recordRefundAction(db, admin, order, 'refund', refund)
}

export function recordRefundAction(
  db: Db,
  admin: Actor,
  { id, title }: OrderHeader,
  action: 'refund' | 'retry_refund' | 'close_refund',
  { amountCents, reason }: Pick<NewRefund, 'amountCents' | 'reason'>,
): Promise<void> {
  const after = { refunded_cents: amountCents, ...(reason !== '' && { reason }) }
  return recordAction(db, admin, action, { id, target: title, after })
}

/** The order counts as shipped once no pieces are left, or as closed if nothing was shipped. */
async function recordRefundedPieces(
  db: Db,
  { id }: OrderHeader,
  { lines }: NewRefund,
  { isLast, isShipped }: { isLast: boolean; isShipped: boolean },
): Promise<void> {
  if (lines.length === 0) return
  const end = isShipped
    ? ({ fulfilment: 'shipped', shippedAt: sql`now()` } as const)
    : ({ fulfilment: 'closed' } as const)
  await db
    .update(orders)
    .set({ piecesRefunded: true, ...(isLast && end) })
    .where(eq(orders.id, id))
  await putBackIntoStock(
    db,
    lines.filter(({ restocked }) => restocked),
    'refund',
    id,
  )
}
