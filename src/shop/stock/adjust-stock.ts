import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { formatNumber } from '#contract/format-number.ts'
import { maxStock } from '#contract/limits.ts'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { assertActsShown } from '#shop/repeated-acts.ts'
import type { Shop } from '#shop/shop.ts'
import { adjustmentReasons, sumAllocated } from './stock.ts'

type StockChange =
  | { reason: 'receipt' | 'damage'; quantity: number }
  /** Pieces on the shelf, including those of orders that are not shipped. */
  | { reason: 'count'; counted: number }
  /** The stock changes by the difference from `shown`. */
  | { reason: 'edit'; available: number; shown: number }

export interface Adjustment {
  toolId: string
  adjustmentId: string
  change: StockChange
  note: string
  shownAdjustments?: number | undefined
}

/** Idempotent. Refuses `tool_not_found`, `changed_meanwhile`, `change_reused`, `done_meanwhile` and `invalid_input`. */
export async function adjustStock(shop: Shop, admin: Actor, adjustment: Adjustment): Promise<void> {
  const { toolId, adjustmentId, change, note, shownAdjustments: shown } = adjustment
  await transactAs(shop, admin, async transaction => {
    const [tool] = await transaction
      .select({ id: tools.id, name: tools.name, available: tools.available })
      .from(tools)
      .where(and(eq(tools.id, toolId), isNull(tools.deletedAt)))
      .for('no key update')
    if (!tool) refuse('tool_not_found')
    if (await isRecorded(transaction, adjustment)) return
    const recorded = (await listAdjustments(transaction, toolId)).map(describeAdjustment)
    await assertActsShown(shop, transaction, { targetId: toolId, recorded, shown })
    const delta = await computeDelta(transaction, tool, change)
    const available = tool.available + delta
    const counted = change.reason === 'count' ? change.counted : null
    // The transaction may have started before changes that it waited for.
    const createdAt = sql`clock_timestamp()`
    await transaction.update(tools).set({ available }).where(eq(tools.id, toolId))
    await transaction.insert(stockAdjustments).values({
      id: adjustmentId,
      toolId,
      delta,
      reason: change.reason,
      note,
      counted,
      actorEmail: admin.account.email,
      createdAt,
    })
    await recordAction(transaction, admin, 'adjust_stock', {
      id: toolId,
      target: tool.name,
      before: { available: tool.available },
      after: { available, stockReason: change.reason, ...(note !== '' && { note }) },
    })
  })
  await shop.notifications.publish('tools')
}

const listAdjustments = (db: Db, toolId: string) =>
  db
    .select()
    .from(stockAdjustments)
    .where(and(eq(stockAdjustments.toolId, toolId), inArray(stockAdjustments.reason, [...adjustmentReasons])))
    .orderBy(stockAdjustments.createdAt, stockAdjustments.id)

function describeAdjustment({ createdAt, delta, reason, note, actorEmail }: typeof stockAdjustments.$inferSelect) {
  const what = `stock ${delta < 0 ? '−' : '+'}${formatNumber(Math.abs(delta))} (${reason})`
  return { time: createdAt, what, note, actor: actorEmail ?? undefined }
}

async function isRecorded(db: Db, { adjustmentId, toolId, change, note }: Adjustment): Promise<boolean> {
  const [recorded] = await db.select().from(stockAdjustments).where(eq(stockAdjustments.id, adjustmentId))
  if (!recorded) return false
  const isSame =
    recorded.toolId === toolId &&
    recorded.reason === change.reason &&
    recorded.note === note &&
    (change.reason === 'count' ? recorded.counted === change.counted : recorded.delta === getDifference(change))
  return isSame || refuse('change_reused')
}

function getDifference(change: Exclude<StockChange, { reason: 'count' }>): number {
  if (change.reason === 'edit') return change.available - change.shown
  return change.reason === 'receipt' ? change.quantity : -change.quantity
}

async function computeDelta(db: Db, tool: { id: string; available: number }, change: StockChange): Promise<number> {
  const { available } = tool
  const allocated = await sumAllocated(db, tool.id)
  if (change.reason === 'count') {
    const { counted } = change
    if (counted < allocated)
      refuseField('counted', `Orders hold ${formatNumber(allocated)} pieces. Count no fewer, or cancel orders first.`)
    return counted - allocated - available
  }
  const delta = getDifference(change)
  const result = available + delta
  if (change.reason === 'damage' && result < 0)
    refuseField('quantity', `${formatNumber(available)} pieces are free, orders hold ${formatNumber(allocated)} more.`)
  if (change.reason === 'receipt' && result > maxStock)
    refuseField(
      'quantity',
      `The stock would pass ${formatNumber(maxStock)} pieces: ${formatNumber(available)} are there.`,
    )
  return result < 0 || result > maxStock ? refuse('changed_meanwhile') : delta
}

function refuseField(field: FieldError['field'], message: string): never {
  refuse('invalid_input', [{ field, message }])
}
