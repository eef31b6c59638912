import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FieldError } from '#contract/refusal.ts'
import { refuse, refuseInstead } from '#contract/refusals.ts'
import { canTakeReturnStep, type ReturnStep, returnSteps } from '#contract/states/return-steps.ts'
import type { Db } from '#db/database.ts'
import type { OrderRow } from '#db/tables/orders.ts'
import { returnLines, returns } from '#db/tables/returns.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { assertMayChangeOrder } from '#shop/accounts/company-role.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { buildMailInsert } from '#shop/mails/mails.ts'
import { lockOrder } from '#shop/orders/order-state.ts'
import { countAllPieces, countPiecesOf, type Pieces, readPieces } from '#shop/orders/pieces.ts'
import { type Scope, shopScope, toScope } from '#shop/orders/scope.ts'
import type { Shop } from '#shop/shop.ts'
import { putBackIntoStock } from '#shop/stock/put-back-into-stock.ts'
import { findReturn, type Return } from './returns.ts'

/** Refuses `return_not_found`, `changed_meanwhile` and as `assertMayChangeOrder` does. */
export const withdrawReturn = (shop: Shop, buyer: Actor, id: string): Promise<void> =>
  takeStep(shop, buyer, toScope(buyer.account), id, 'withdraw', async (_, order) => {
    assertMayChangeOrder(buyer.account, order)
    return {}
  })

/** Mails the buyer. Refuses `return_not_found` and `changed_meanwhile`. */
export async function answerReturn(
  shop: Shop,
  admin: Actor,
  id: string,
  { accepted, answer }: { accepted: boolean; answer: string },
): Promise<void> {
  const step = accepted ? 'accept' : 'refuse'
  await takeStep(shop, admin, shopScope, id, step, async (transaction, order, { state, lines }) => {
    // The pieces of a refused return may have been returned or refunded since.
    if (state === 'refused') {
      const { returnable } = await readPieces(transaction, order.id)
      if (lines.some(({ toolId, quantity }) => quantity > (returnable.get(toolId) ?? 0))) refuse('changed_meanwhile')
    }
    await recordReturnStep(transaction, admin, order, `${step}_return`)
    await mailStep(transaction, order, id, accepted ? 'order_return_accepted' : 'order_return_refused')
    return { answer, answeredAt: sql`now()` }
  })
}

interface Receipt {
  received?: readonly Pieces[] | undefined
  restocked: readonly Pieces[]
}

/** Missing pieces can be returned again. Refuses `return_not_found`, `changed_meanwhile` and `invalid_input`. */
export async function receiveReturn(shop: Shop, admin: Actor, id: string, receipt: Receipt): Promise<void> {
  await takeStep(shop, admin, shopScope, id, 'receive', async (transaction, order, { lines }) => {
    const { received = lines, restocked } = receipt
    const errors = [
      ...findQuantityErrors('received', received, lines, 'received'),
      ...findQuantityErrors('restocked', restocked, received, 'put back into stock'),
      ...(countAllPieces(received) === 0
        ? [{ field: 'received', message: 'Nothing arrived? Refuse the return instead.' }]
        : []),
    ]
    if (errors.length > 0) refuse('invalid_input', errors)
    for (const { toolId } of lines)
      await transaction
        .update(returnLines)
        .set({ received: countPiecesOf(received, toolId), restocked: countPiecesOf(restocked, toolId) })
        .where(and(eq(returnLines.returnId, id), eq(returnLines.toolId, toolId)))
    await putBackIntoStock(transaction, restocked, 'return', order.id)
    await recordReturnStep(transaction, admin, order, 'receive_return')
    return { receivedAt: sql`now()` }
  })
  if (receipt.restocked.length > 0) shop.notifications.publishThrottled('tools')
}

function findQuantityErrors(
  field: string,
  pieces: readonly Pieces[],
  most: readonly Pieces[],
  verb: string,
): FieldError[] {
  return pieces.flatMap(({ toolId, quantity }, index) => {
    const left = countPiecesOf(most, toolId)
    return quantity <= left ? [] : [{ field: `${field}.${index}.quantity`, message: `At most ${left} can be ${verb}.` }]
  })
}

/** Closes a return without a refund. Refuses `return_not_found` and `changed_meanwhile`. */
export async function closeReturn(shop: Shop, admin: Actor, id: string): Promise<void> {
  await takeStep(shop, admin, shopScope, id, 'close', async (transaction, order) => {
    await recordReturnStep(transaction, admin, order, 'close_return')
    return {}
  })
}

/** Call it in the refund's transaction. Refuses `return_not_found` and `changed_meanwhile`. */
export async function markReturnRefunded(db: Db, id: string, orderId: string): Promise<void> {
  const found = await findReturn(db, id)
  if (found?.orderId !== orderId) refuse('return_not_found')
  if (!canTakeReturnStep('refund', found.state)) refuse('changed_meanwhile')
  await db.update(returns).set({ state: returnSteps.refund.to }).where(eq(returns.id, id))
}

/** Call it in the transaction that closes the return's refund: it can be refunded again, or closed. */
export async function reopenReturn(db: Db, id: string): Promise<void> {
  const { from, to } = returnSteps.reopen
  await db
    .update(returns)
    .set({ state: to })
    .where(and(eq(returns.id, id), inArray(returns.state, [...from])))
}

type Change = PgUpdateSetSource<typeof returns>

/** Every step of a return locks its order. */
async function takeStep(
  shop: Shop,
  actor: Actor,
  scope: Scope,
  id: string,
  step: ReturnStep,
  prepare: (db: Db, order: OrderRow, found: Return) => Promise<Change>,
): Promise<void> {
  await transactAs(shop, actor, async transaction => {
    const known = (await findReturn(transaction, id)) ?? refuse('return_not_found')
    const order = await lockOrder(transaction, scope, known.orderId).catch(
      refuseInstead('order_not_found', 'return_not_found'),
    )
    const found = (await findReturn(transaction, id)) ?? refuse('return_not_found')
    if (!canTakeReturnStep(step, found.state)) refuse('changed_meanwhile')
    const change = await prepare(transaction, order, found)
    await transaction
      .update(returns)
      .set({ state: returnSteps[step].to, ...change })
      .where(eq(returns.id, id))
  })
}

/** The texts are omitted: the audit log outlives the return. */
export function recordReturnStep(
  db: Db,
  admin: Actor,
  { id, title }: OrderRow,
  action: 'request_return' | `${'accept' | 'refuse' | 'receive' | 'close'}_return`,
): Promise<void> {
  return recordAction(db, admin, action, { id, target: title, after: { returned: true } })
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
