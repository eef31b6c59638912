import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { creditNotes } from '#db/tables/documents.ts'
import { creditedLines, disputes, type RefundRow, refundLines, refunds } from '#db/tables/payments.ts'
import { returnLines } from '#db/tables/returns.ts'
import type { Pieces } from '#shop/orders/pieces.ts'

export interface RefundLine extends Pieces {
  restocked: boolean
}

export type Refund = RefundRow & {
  lines: RefundLine[]
  credited: Pieces[]
  returned: Pieces[]
  creditNoteNumber: number | null
  cancellationNumber: number | null
}

export async function listRefunds(db: Db, orderIds: readonly string[]): Promise<Map<string, Refund[]>> {
  const isOfOrders = and(inArray(refunds.orderId, [...orderIds]), ne(refunds.kind, 'late_payment'))
  return Map.groupBy(await readRefunds(db, isOfOrders), ({ orderId }) => orderId)
}

export async function listLateRefunds(db: Db, orderIds: readonly string[]): Promise<Map<string, Refund[]>> {
  const isLate = and(inArray(refunds.orderId, [...orderIds]), eq(refunds.kind, 'late_payment'))
  return Map.groupBy(await readRefunds(db, isLate), ({ orderId }) => orderId)
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [refund] = await readRefunds(db, eq(refunds.id, id))
  return refund
}

const cancellations = alias(creditNotes, 'cancellations')

async function readRefunds(db: Db, where: SQL | undefined): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds, creditNoteNumber: creditNotes.number, cancellationNumber: cancellations.number })
    .from(refunds)
    .leftJoin(creditNotes, and(eq(creditNotes.refundId, refunds.id), isNull(creditNotes.cancels)))
    .leftJoin(cancellations, eq(cancellations.cancels, creditNotes.number))
    .where(where)
    .orderBy(refunds.createdAt, refunds.id)
  const ids = rows.map(({ refund }) => refund.id)
  const lines = await db.select().from(refundLines).where(inArray(refundLines.refundId, ids))
  const credited = await db.select().from(creditedLines).where(inArray(creditedLines.refundId, ids))
  const returnIds = rows.flatMap(({ refund }) => refund.returnId ?? [])
  const returned = await db.select().from(returnLines).where(inArray(returnLines.returnId, returnIds))
  const byRefund = Map.groupBy(lines, ({ refundId }) => refundId)
  return rows.map(({ refund, creditNoteNumber, cancellationNumber }): Refund => {
    const own = byRefund.get(refund.id) ?? []
    return {
      ...refund,
      creditNoteNumber,
      cancellationNumber,
      lines: own.map(({ refundId: _, ...line }) => line),
      credited: credited.filter(({ refundId }) => refundId === refund.id).map(({ refundId: _, ...pieces }) => pieces),
      returned: returned
        .filter(({ returnId, received }) => returnId === refund.returnId && received !== 0)
        .map(({ toolId, quantity, received }) => ({ toolId, quantity: received ?? quantity })),
    }
  })
}

export const isPendingOrSucceeded = ({ state }: Pick<RefundRow, 'state'>): boolean =>
  state === 'pending' || state === 'succeeded'

export function sumRefunded(all: readonly Pick<RefundRow, 'state' | 'amountCents'>[]): number {
  return all.filter(isPendingOrSucceeded).reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** In cents. A refund that failed after it succeeded is owed until it is closed. */
export function sumOwed(all: readonly RefundRow[]): number {
  const failedLater = all.filter(({ state, succeededAt }) => state === 'failed' && succeededAt !== null)
  return sumRefunded(all) + failedLater.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Money of an open or lost dispute is not the shop's. */
export const assertNotDisputed = (db: Db, orderId: string) => assertNoDispute(db, orderId, ['open', 'lost'])

/** After a lost dispute, pieces can be released. */
export const assertNoOpenDispute = (db: Db, orderId: string) => assertNoDispute(db, orderId, ['open'])

async function assertNoDispute(db: Db, orderId: string, states: ('open' | 'lost')[]): Promise<void> {
  const isDisputed = and(eq(disputes.orderId, orderId), inArray(disputes.state, states))
  if ((await db.$count(disputes, isDisputed)) > 0) refuse('order_disputed')
}
