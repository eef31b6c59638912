import pLimit from 'p-limit'
import { refuse } from '#contract/refusals.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { isFromBeforeTakeover } from '#shop/accounts/taken-over-accounts.ts'
import { getOrderIncludingCancelled } from '#shop/orders/order-lists.ts'
import type { Shop } from '#shop/shop.ts'
import { composeContents } from './compose-document.ts'
import { findInvoice } from './invoices.ts'
import { type DocumentKind, renderPdf } from './render-pdf.ts'

export interface OrderDocument {
  fileName: string
  pdf: Buffer
}

/** Of a thousand lines, each takes a quarter of a second of this thread. */
const limitRendering = pLimit(1)

/**
 * A pro forma of an unpaid order; invoice and delivery note of a paid one. Of any account's when `owner` is undefined.
 * Refuses `order_not_found` and `document_unavailable`.
 */
export async function getOrderDocument(
  shop: Shop,
  owner: Account | undefined,
  id: string,
  kind: DocumentKind,
): Promise<OrderDocument> {
  const order = await getOrderIncludingCancelled(shop, owner, id)
  if (owner && isFromBeforeTakeover(order, owner)) refuse('document_unavailable')
  const isPaid = order.transactionId !== null
  if (kind === 'proForma' ? order.state !== 'placed' : !isPaid) refuse('document_unavailable')
  if (kind === 'invoice') {
    const { number, contents, issuedAt } = (await findInvoice(shop, id)) ?? refuse('document_unavailable')
    return {
      fileName: `invoice-${number}.pdf`,
      pdf: await limitRendering(() => renderPdf({ kind, contents, number, issuedAt })),
    }
  }
  const contents = composeContents(shop, order)
  const issuedAt = (kind === 'deliveryNote' ? (order.shippedAt ?? order.paidAt) : undefined) ?? order.createdAt
  const name = kind === 'proForma' ? 'pro-forma' : 'delivery-note'
  return {
    fileName: `${name}-${order.number}.pdf`,
    pdf: await limitRendering(() => renderPdf({ kind, contents, issuedAt })),
  }
}
