import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { canTake, type ReturnStep, returnSteps } from '#contract/return-steps.ts'
import type { Db } from '#db/database.ts'
import { type OrderRow, returnImages, returnLines, returns } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { recordAction } from '#shop/audit-log.ts'
import { buildMailInsert } from '#shop/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { returnToStock } from '#shop/stock/return-to-stock.ts'
import { countPiecesOf, hasSamePieces, lockOrder, type Pieces, readOpenPieces } from './open-pieces.ts'
import { getOrder } from './order-lists.ts'
import { computeReturnable, findReturn, getReturnEnd, listReturnsOfOrders, type Return } from './returns.ts'
import { listShipments } from './shipments.ts'

interface NewReturn {
  /** Chosen by the caller: a return that is asked for twice is there once. */
  id: string
  lines: Pieces[]
  reason: string
  /** URLs of uploaded images. */
  images: string[]
}

/**
 * Of the buyer's own order until the end of the guarantee; of any for an admin, at any time and on record. Refuses
 * `order_not_found`, `return_too_late`, `change_reused`, `image_unknown`, and `invalid_input` at the lines.
 */
export async function requestReturn(
  shop: Shop,
  { actor, isAdmin }: { actor: Account; isAdmin: boolean },
  orderId: string,
  { id, lines, reason, images }: NewReturn,
): Promise<void> {
  await shop.db.transaction(async transaction => {
    const order = await lockOrder(transaction, orderId)
    const isOwn = order.accountId === actor.id
    if (!isOwn && !isAdmin) refuse('order_not_found')
    const present = await findReturn(transaction, id)
    if (present) {
      const isSame = present.orderId === orderId && present.reason === reason && hasSamePieces(present.lines, lines)
      return isSame ? undefined : refuse('change_reused')
    }
    const { shipments, lines: ordered } = await readOpenPieces(transaction, orderId)
    const end = getReturnEnd(shop.settings.current, shipments)
    if (!isAdmin && end && (await isPast(transaction, end))) refuse('return_too_late')
    const made = (await listReturnsOfOrders(transaction, [orderId])).get(orderId) ?? []
    const errors = findReturnErrors(lines, ordered, computeReturnable(shipments, made))
    if (errors.length > 0) refuse('invalid_input', errors)
    await transaction.insert(returns).values({ id, orderId, reason })
    await transaction.insert(returnLines).values(lines.map(line => ({ returnId: id, ...line })))
    if (images.length > 0)
      await transaction.insert(returnImages).values(images.map((url, position) => ({ returnId: id, position, url })))
    if (!isOwn) await recordStep(transaction, actor, order, 'request_return', reason)
  })
}

async function isPast(db: Db, time: Date): Promise<boolean> {
  const { rows } = await db.execute<{ past: boolean }>(sql`select ${time.toISOString()}::timestamptz < now() as past`)
  return rows[0]?.past === true
}

async function readReturnable(db: Db, orderId: string): Promise<Map<string, number>> {
  const shipments = (await listShipments(db, [orderId])).get(orderId) ?? []
  const made = (await listReturnsOfOrders(db, [orderId])).get(orderId) ?? []
  return computeReturnable(shipments, made)
}

function findReturnErrors(
  wanted: readonly Pieces[],
  ordered: readonly Pieces[],
  returnable: ReadonlyMap<string, number>,
): FieldError[] {
  return wanted.flatMap(({ toolId, quantity }, index) => {
    const left = returnable.get(toolId) ?? 0
    if (quantity <= left) return []
    const isOrdered = ordered.some(line => line.toolId === toolId)
    const message = isOrdered
      ? `${left === 0 ? 'No pieces of it' : `Only ${left}`} can be returned.`
      : 'The order has no such tool.'
    return [{ field: `lines.${index}.quantity`, message }]
  })
}

/** Refuses `return_not_found` and `return_changed`. */
export async function withdrawReturn(shop: Shop, buyer: Account, id: string): Promise<void> {
  const found = (await findReturn(shop.db, id)) ?? refuse('return_not_found')
  await getOrder(shop, buyer, found.orderId).catch(() => refuse('return_not_found'))
  await takeStep(shop, id, 'withdraw', async () => ({}))
}

/** The buyer is mailed the answer. Refuses `return_not_found` and `return_changed`. */
export async function answerReturn(
  shop: Shop,
  admin: Account,
  id: string,
  { accepted, answer }: { accepted: boolean; answer: string },
): Promise<void> {
  const step = accepted ? 'accept' : 'refuse'
  await takeStep(shop, id, step, async (transaction, order, { state, lines }) => {
    const returnable = state === 'refused' ? await readReturnable(transaction, order.id) : undefined
    if (lines.some(({ toolId, quantity }) => returnable && quantity > (returnable.get(toolId) ?? 0)))
      refuse('return_changed')
    await recordStep(transaction, admin, order, `${step}_return`, answer)
    await mailStep(transaction, order, id, accepted ? 'order_return_accepted' : 'order_return_refused')
    return { answer, answeredAt: sql`now()` }
  })
}

/**
 * Pieces that are not named came damaged. Refuses `return_not_found`, `return_changed`, and `invalid_input` at lines with
 * more than are returned.
 */
export async function receiveReturn(
  shop: Shop,
  admin: Account,
  id: string,
  restocked: readonly Pieces[],
): Promise<void> {
  await takeStep(shop, id, 'receive', async (transaction, order, { lines }) => {
    const errors = restocked.flatMap(({ toolId, quantity }, index): FieldError[] => {
      const pieces = countPiecesOf(lines, toolId)
      return quantity <= pieces ? [] : [{ field: `lines.${index}.quantity`, message: `Only ${pieces} are returned.` }]
    })
    if (errors.length > 0) refuse('invalid_input', errors)
    await restock(transaction, id, restocked)
    await recordStep(transaction, admin, order, 'receive_return')
    return { receivedAt: sql`now()` }
  })
  if (restocked.length > 0) shop.notifications.publishThrottled('tools')
}

/** Within the transaction of its refund. */
export async function markReturnRefunded(db: Db, id: string, orderId: string): Promise<void> {
  const found = await findReturn(db, id)
  if (found?.orderId !== orderId) refuse('return_not_found')
  if (!canTake('refund', found.state)) refuse('return_changed')
  await db.update(returns).set({ state: returnSteps.refund.to }).where(eq(returns.id, id))
}

type Change = PgUpdateSetSource<typeof returns>

/** Under the lock of its order, which all steps of its returns take. */
async function takeStep(
  shop: Shop,
  id: string,
  step: ReturnStep,
  prepare: (db: Db, order: OrderRow, found: Return) => Promise<Change>,
): Promise<void> {
  await shop.db.transaction(async transaction => {
    const known = (await findReturn(transaction, id)) ?? refuse('return_not_found')
    const order = await lockOrder(transaction, known.orderId)
    const found = (await findReturn(transaction, id)) ?? refuse('return_not_found')
    if (!canTake(step, found.state)) refuse('return_changed')
    const change = await prepare(transaction, order, found)
    await transaction
      .update(returns)
      .set({ state: returnSteps[step].to, ...change })
      .where(eq(returns.id, id))
  })
}

async function restock(db: Db, returnId: string, pieces: readonly Pieces[]): Promise<void> {
  for (const { toolId, quantity } of pieces)
    await db
      .update(returnLines)
      .set({ restocked: quantity })
      .where(and(eq(returnLines.returnId, returnId), eq(returnLines.toolId, toolId)))
  await returnToStock(db, pieces, 'return')
}

function recordStep(
  db: Db,
  admin: Account,
  { id, title }: OrderRow,
  action: 'request_return' | 'accept_return' | 'refuse_return' | 'receive_return',
  reason = '',
): Promise<void> {
  const after = { returned: true, ...(reason !== '' && { reason }) }
  return recordAction(db, admin, action, { id, target: title, after })
}

async function mailStep(
  db: Db,
  { id }: OrderRow,
  returnId: string,
  kind: 'order_return_accepted' | 'order_return_refused',
): Promise<void> {
  await db.execute(sql`
    with changed as (select ${id}::uuid as id), ${buildMailInsert(sql`changed`, kind, { returnId })} select 1`)
}
