import { refuse, refuseInstead } from '#contract/refusals.ts'
import { fulfilments, toOrderStatus } from '#contract/states/order-status.ts'
import { readPicture } from '#shop/appearance.ts'
import { getOrderIncludingCancelled, type OrderDetails } from '#shop/orders/order-lists.ts'
import { countPiecesOf, subtractPieces } from '#shop/orders/pieces.ts'
import { type Scope, shopScope } from '#shop/orders/scope.ts'
import { createQueue } from '#shop/queue.ts'
import { getShipment } from '#shop/shipments/ship-orders.ts'
import type { Shop } from '#shop/shop.ts'
import { composeContents } from './compose-document.ts'
import { findCancellation, findCreditNote, findOrderOfRefund } from './credit-notes.ts'
import { findInvoice } from './invoices.ts'
import { type DocumentKind, type PrintedDocument, renderPdf } from './render-pdf.ts'

export interface OrderDocument {
  fileName: string
  pdf: Buffer
}

/** A document of 1,000 lines takes 0.25 s of this thread. */
const renderingQueue = createQueue({ concurrency: 1, maxWaiting: 40, maxOfCaller: 4, refusal: 'busy' })

/** Refuses `order_not_found`, `document_unavailable` and `busy`. */
export async function getOrderDocument(
  shop: Shop,
  scope: Scope,
  id: string,
  kind: Exclude<DocumentKind, 'packingSlip' | 'creditNote'>,
): Promise<OrderDocument> {
  const order = await getOrderIncludingCancelled(shop, scope, id)
  const status = toOrderStatus(order)
  const isPaid = fulfilments.some(each => each === status)
  if (kind === 'proForma' ? status !== 'unpaid' : !isPaid) refuse('document_unavailable')
  if (kind === 'invoice') {
    const { number, contents, issuedAt } = (await findInvoice(shop, id)) ?? refuse('document_unavailable')
    return render(shop, scope, `invoice-${number}`, { kind, contents, number, issuedAt })
  }
  if (kind === 'deliveryNote' && status === 'closed') refuse('document_unavailable')
  const lines = kind === 'deliveryNote' ? withoutRefunded(order) : order.lines
  const contents = composeContents(shop.settings.current, { ...order, lines })
  const issuedAt = (kind === 'deliveryNote' ? (order.shippedAt ?? order.paidAt) : undefined) ?? order.createdAt
  const name = kind === 'proForma' ? 'pro-forma' : 'delivery-note'
  return render(shop, scope, `${name}-${order.number}`, { kind, contents, issuedAt })
}

function withoutRefunded({ lines, refunds }: OrderDetails): OrderDetails['lines'] {
  const left = subtractPieces(
    lines,
    refunds.flatMap(each => each.lines),
  )
  return lines.map(line => ({ ...line, quantity: left.get(line.toolId) ?? 0 })).filter(({ quantity }) => quantity > 0)
}

async function render(
  { db, settings }: Shop,
  scope: Scope,
  name: string,
  ...printed: PrintedDocument[]
): Promise<OrderDocument> {
  const picture = settings.pictures.logo === undefined ? undefined : await readPicture(db, 'logo')
  const look = { accentColor: settings.current.accentColor, logo: picture?.bytes }
  const pdf = await renderingQueue(() => renderPdf(printed, look), scope.kind === 'shop' ? 'admins' : scope.accountId)
  return { fileName: `${name}.pdf`, pdf }
}

const maxPrintedLines = 10_000

/** In the order of the ids. Refuses `order_not_found`, `document_unavailable` if none has one, `print_limit` and `busy`. */
export async function printOrders(
  shop: Shop,
  kind: 'invoice' | 'packingSlip',
  ids: readonly string[],
): Promise<OrderDocument & { count: number }> {
  const printed: PrintedDocument[] = []
  let lineCount = 0
  for (const id of ids) {
    const ofOrder = kind === 'invoice' ? await findPrintedInvoice(shop, id) : await composePackingSlips(shop, id)
    printed.push(...ofOrder)
    lineCount += ofOrder.reduce((sum, { contents }) => sum + contents.lines.length, 0)
    if (lineCount > maxPrintedLines) refuse('print_limit')
  }
  if (printed.length === 0) refuse('document_unavailable')
  const name = kind === 'invoice' ? 'invoices' : 'packing-slips'
  return { ...(await render(shop, shopScope, name, ...printed)), count: printed.length }
}

async function findPrintedInvoice(shop: Shop, id: string): Promise<PrintedDocument[]> {
  const invoice = await findInvoice(shop, id)
  return invoice ? [{ kind: 'invoice', ...invoice }] : []
}

async function composePackingSlips(shop: Shop, id: string): Promise<PrintedDocument[]> {
  const order = await getOrderIncludingCancelled(shop, shopScope, id)
  return order.shipments.map(each => composePackingSlip(shop, order, each.id))
}

/** Refuses `refund_not_found`, `document_unavailable` and `busy`. */
export async function getCreditNote(
  shop: Shop,
  scope: Scope,
  refundId: string,
  isCancellation: boolean,
): Promise<OrderDocument> {
  const orderId = (await findOrderOfRefund(shop, refundId)) ?? refuse('refund_not_found')
  await getOrderIncludingCancelled(shop, scope, orderId).catch(refuseInstead('order_not_found', 'refund_not_found'))
  const find = isCancellation ? findCancellation : findCreditNote
  const { number, contents, issuedAt } = (await find(shop, refundId)) ?? refuse('document_unavailable')
  return render(shop, scope, `credit-note-${number}`, { kind: 'creditNote', contents, number, issuedAt })
}

/** Refuses `not_found` and `busy`. */
export async function getPackingSlip(shop: Shop, scope: Scope, id: string): Promise<OrderDocument> {
  const shipment = await getShipment(shop, scope, id)
  const order = await getOrderIncludingCancelled(shop, scope, shipment.orderId)
  const slip = composePackingSlip(shop, order, id)
  return render(shop, scope, `packing-slip-${order.number}-${slip.shipment?.position}`, slip)
}

function composePackingSlip(shop: Shop, order: OrderDetails, shipmentId: string): PrintedDocument {
  const index = order.shipments.findIndex(each => each.id === shipmentId)
  const shipment = order.shipments[index] ?? refuse('not_found')
  const toFollow = subtractPieces(
    order.lines,
    [...order.shipments.slice(0, index + 1), ...order.refunds].flatMap(each => each.lines),
  )
  const packed = order.lines.flatMap(line => {
    const quantity = countPiecesOf(shipment.lines, line.toolId)
    return quantity > 0 ? [{ line, quantity, toFollow: toFollow.get(line.toolId) ?? 0 }] : []
  })
  const lines = packed.map(({ line, quantity }) => ({ ...line, quantity }))
  const pieces = packed.map(each => ({ ordered: each.line.quantity, toFollow: each.toFollow }))
  const later = order.lines.flatMap(({ sku, toolName, toolId }) => {
    const quantity = toFollow.get(toolId) ?? 0
    return quantity > 0 ? [{ sku, name: toolName, quantity }] : []
  })
  return {
    kind: 'packingSlip',
    contents: composeContents(shop.settings.current, { ...order, lines }),
    issuedAt: shipment.createdAt,
    shipment: { ...shipment, position: index + 1, pieces, later },
  }
}
