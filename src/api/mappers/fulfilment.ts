import type {
  Dispute,
  ListedReturn as WireListedReturn,
  Refund as WireRefund,
  Return as WireReturn,
  Shipment as WireShipment,
} from '#contract/schemas/fulfilment.ts'
import { getTrackingUrl } from '#contract/states/carriers.ts'
import type { OrderDetails } from '#shop/orders/order-lists.ts'
import type { Refund } from '#shop/refunds/refunds.ts'
import type { ListedReturn, Return } from '#shop/returns/returns.ts'
import type { Shipment } from '#shop/shipments/shipments.ts'

export function toWireShipment({ id, createdAt, carrier, trackingNumber, lines }: Shipment): WireShipment {
  const trackingUrl = getTrackingUrl(carrier, trackingNumber)
  return { _id: id, shippedAt: createdAt.toISOString(), carrier, trackingNumber, trackingUrl, lines }
}

export function toWireRefund({
  id,
  createdAt,
  amountCents,
  state,
  reason,
  reference,
  failure,
  ...refund
}: Refund): WireRefund {
  const { lines, credited, closeReason } = refund
  const hasCreditNote = refund.creditNoteNumber !== null || refund.creditNoteDue
  const facts = { _id: id, time: createdAt.toISOString(), amount: amountCents / 100, state, reason, reference, failure }
  return { ...facts, closeReason, lines, credited, hasCreditNote, hasCancellation: refund.cancellationNumber !== null }
}

export function toWireDispute({
  id,
  amountCents,
  reason,
  state,
  openedAt,
  dueAt,
}: OrderDetails['disputes'][number]): Dispute {
  return {
    _id: id,
    amount: amountCents / 100,
    reason,
    state,
    openedAt: openedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
  }
}

export function toWireReturn({ id, requestedAt, state, reason, answer, images, lines }: Return): WireReturn {
  return {
    _id: id,
    requestedAt: requestedAt.toISOString(),
    state,
    reason,
    answer,
    images,
    lines,
  }
}

export function toWireListedReturn({ id, requestedAt, title, buyerName, ...row }: ListedReturn): WireListedReturn {
  const { state, reason, orderId, orderNumber, pieces, lines, images } = row
  const order = { orderId, orderNumber, toolName: title, userName: buyerName }
  return { _id: id, requestedAt: requestedAt.toISOString(), state, reason, images, lines, pieces, ...order }
}

/** Buyers see a failed refund as pending until the money has arrived. */
export const hideFailure = (refund: WireRefund): WireRefund => ({
  ...refund,
  failure: '',
  closeReason: '',
  state: refund.state === 'failed' ? 'pending' : refund.state,
})
