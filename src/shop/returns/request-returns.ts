import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { returnImages, returnLines, returns } from '#db/tables/returns.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { assertMayOrder } from '#shop/accounts/company-role.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { reserveUploadedImage } from '#shop/images.ts'
import { lockOrder } from '#shop/orders/order-state.ts'
import { hasSamePieces, type Pieces, readPieces } from '#shop/orders/pieces.ts'
import type { Scope } from '#shop/orders/scope.ts'
import type { Shop } from '#shop/shop.ts'
import { recordReturnStep } from './handle-returns.ts'
import { findReturn, findReturnEnd } from './returns.ts'

/** Limits buyers only, but returns by admins count: an order is read with all its returns. */
const maxReturnsPerOrder = 20

interface NewReturn {
  id: string
  lines: Pieces[]
  reason: string
  images: string[]
}

/**
 * Admins may request at any time, and are audited. Refuses `order_not_found`, `return_too_late`, `returns_full`,
 * `change_reused`, `image_unknown` and `invalid_input`.
 */
export async function requestReturn(
  shop: Shop,
  actor: Actor,
  scope: Scope,
  orderId: string,
  { id, lines, reason, images }: NewReturn,
): Promise<void> {
  const isAdmin = scope.kind === 'shop'
  await transactAs(shop, actor, async transaction => {
    const order = await lockOrder(transaction, scope, orderId)
    if (!isAdmin && order.companyId !== null) assertMayOrder(actor.account)
    const present = await findReturn(transaction, id)
    if (present) {
      const isSame =
        present.orderId === orderId &&
        present.reason === reason &&
        hasSamePieces(present.lines, lines) &&
        isDeepStrictEqual(present.images, images)
      return isSame ? undefined : refuse('change_reused')
    }
    const pieces = await readPieces(transaction, orderId)
    const end = findReturnEnd(shop.settings.current, pieces.shipments)
    if (!isAdmin && end && (await isPast(transaction, end))) refuse('return_too_late')
    if (!isAdmin && pieces.returns.length >= maxReturnsPerOrder) refuse('returns_full')
    const errors = findReturnErrors(lines, pieces.lines, pieces.returnable)
    if (errors.length > 0) refuse('invalid_input', errors)
    for (const url of images) await reserveUploadedImage({ db: transaction }, url)
    await transaction.insert(returns).values({ id, orderId, reason })
    await transaction.insert(returnLines).values(lines.map(line => ({ returnId: id, ...line })))
    if (images.length > 0)
      await transaction.insert(returnImages).values(images.map((url, position) => ({ returnId: id, position, url })))
    if (isAdmin) await recordReturnStep(transaction, actor, order, 'request_return')
  })
}

async function isPast(db: Db, time: Date): Promise<boolean> {
  const { rows } = await db.execute<{ past: boolean }>(sql`select ${time.toISOString()}::timestamptz < now() as past`)
  return rows[0]?.past === true
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
