import { and, eq, type InferSelectModel, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { creditNotes, type DocumentContents, documentNumbers } from '#db/tables/documents.ts'
import { refunds } from '#db/tables/payments.ts'
import { getOrderIncludingCancelled } from '#shop/orders/order-lists.ts'
import { lockOrderIncludingCancelled } from '#shop/orders/order-state.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { type RunOptions, runEach } from '#shop/run-each.ts'
import type { Shop } from '#shop/shop.ts'
import { composeCancellation, composeCredit } from './compose-document.ts'
import { findInvoice } from './invoices.ts'

type CreditNote = InferSelectModel<typeof creditNotes>

export async function findOrderOfRefund(shop: Shop, refundId: string): Promise<string | undefined> {
  const [refund] = await shop.db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  return refund?.orderId
}

/** Returns undefined for a refund that has not succeeded, and for a late payment, which has no invoice. */
export async function findCreditNote(shop: Shop, refundId: string): Promise<CreditNote | undefined> {
  await issueCreditNote(shop, refundId)
  return readCreditNote(shop.db, refundId, isNull(creditNotes.cancels))
}

export function findCancellation({ db }: Shop, refundId: string): Promise<CreditNote | undefined> {
  return readCreditNote(db, refundId, isNotNull(creditNotes.cancels))
}

async function readCreditNote(db: Db, refundId: string, isWanted: SQL): Promise<CreditNote | undefined> {
  const [note] = await db
    .select()
    .from(creditNotes)
    .where(and(eq(creditNotes.refundId, refundId), isWanted))
  return note
}

/** Call it with the order locked, for a failed refund that is being closed. */
export async function cancelCreditNote(db: Db, refundId: string): Promise<void> {
  await db.update(refunds).set({ creditNoteDue: false }).where(eq(refunds.id, refundId))
  const note = await readCreditNote(db, refundId, isNull(creditNotes.cancels))
  if (!note) return
  const [next = refuse('internal')] = await db
    .update(documentNumbers)
    .set({ lastNumber: sql`last_number + 1` })
    .where(eq(documentNumbers.series, 'credit_note'))
    .returning()
  const contents = composeCancellation(note.contents, note.number)
  await db.insert(creditNotes).values({ number: next.lastNumber, refundId, cancels: note.number, contents })
}

export async function issueDueCreditNotes(shop: Shop, options?: RunOptions): Promise<number> {
  const due = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(sql`credit_note_due`)
    .orderBy(refunds.succeededAt)
    .limit(200)
  return runEach(
    due.map(({ id }) => id),
    id => issueCreditNote(shop, id),
    options,
  )
}

/** Number and note share a transaction, so that a failure leaves no gap. Returns false when none is due. */
async function issueCreditNote(shop: Shop, refundId: string): Promise<boolean> {
  const [due] = await shop.db
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(sql`id = ${refundId} and credit_note_due`)
  if (!due) return false
  const invoice = await findInvoice(shop, due.orderId)
  if (!invoice) return false
  return shop.db.transaction(async transaction => {
    // A note is composed from the order's earlier notes.
    await lockOrderIncludingCancelled(transaction, shopScope, due.orderId)
    const order = await getOrderIncludingCancelled({ db: transaction }, shopScope, due.orderId)
    const refund = order.refunds.find(({ id }) => id === refundId)
    if (!refund) return false
    const earlier = await listCreditNotes(transaction, due.orderId)
    const contents = composeCredit(shop.settings.current, order, refund, { invoice, earlier })
    return insertCreditNote(transaction, refundId, contents)
  })
}

async function listCreditNotes(db: Db, orderId: string): Promise<DocumentContents[]> {
  const notes = await db
    .select({ contents: creditNotes.contents })
    .from(creditNotes)
    .innerJoin(refunds, eq(refunds.id, creditNotes.refundId))
    .where(eq(refunds.orderId, orderId))
  return notes.map(({ contents }) => contents)
}

async function insertCreditNote(db: Db, refundId: string, contents: DocumentContents): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with due as (
      select id from ${refunds} where id = ${refundId} and credit_note_due for update
    ), next as (
      update ${documentNumbers} set last_number = last_number + 1 from due where series = 'credit_note' returning last_number
    ), issued as (
      insert into ${creditNotes} (number, refund_id, contents)
      select last_number, due.id, ${JSON.stringify(contents)}::jsonb from next, due
    )
    update ${refunds} set credit_note_due = false from due where ${refunds}.id = due.id returning ${refunds}.id`)
  return rows.length > 0
}
