import type { InferSelectModel } from 'drizzle-orm'
import { and, eq, sql } from 'drizzle-orm'
import { documentNumbers, invoices } from '#db/tables/documents.ts'
import { orders } from '#db/tables/orders.ts'
import { getOrderIncludingCancelled } from '#shop/orders/order-lists.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { type RunOptions, runEach } from '#shop/run-each.ts'
import type { Shop } from '#shop/shop.ts'
import { composeContents } from './compose-document.ts'

export type Invoice = InferSelectModel<typeof invoices>

export async function findInvoice(shop: Shop, orderId: string): Promise<Invoice | undefined> {
  await issueInvoice(shop, orderId)
  const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.orderId, orderId))
  return invoice
}

export async function issueDueInvoices(shop: Shop, options?: RunOptions): Promise<number> {
  const due = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`invoice_due`)
    .orderBy(orders.paidAt)
    .limit(200)
  return runEach(
    due.map(({ id }) => id),
    id => issueInvoice(shop, id),
    options,
  )
}

export async function issueInvoicesOf(shop: Shop, accountId: string): Promise<void> {
  const due = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), sql`invoice_due`))
  for (const { id } of due) await issueInvoice(shop, id)
}

/** Number and invoice share a transaction, so that a failure leaves no gap. Returns false when none is due. */
async function issueInvoice(shop: Shop, orderId: string): Promise<boolean> {
  const isDue = await shop.db.$count(orders, sql`id = ${orderId} and invoice_due`)
  if (isDue === 0) return false
  const order = await getOrderIncludingCancelled(shop, shopScope, orderId)
  const contents = JSON.stringify(composeContents(shop.settings.current, order))
  const { rows } = await shop.db.execute(sql`
    with due as (
      select id from ${orders} where id = ${orderId} and invoice_due for update
    ), next as (
      update ${documentNumbers} set last_number = last_number + 1 from due where series = 'invoice' returning last_number
    ), issued as (
      insert into ${invoices} (number, order_id, contents) select last_number, due.id, ${contents}::jsonb from next, due
    )
    update ${orders} set invoice_due = false from due where orders.id = due.id returning orders.id`)
  return rows.length > 0
}
