import { z } from 'zod'
import { maxChargeCents } from '#contract/limits.ts'
import {
  dollars,
  id,
  line,
  listQuery,
  orderQuantity,
  requiredLine,
  requiredText,
  sortBy,
  text,
  toolLines,
  withShown,
} from './fields.ts'

const time = z.iso.datetime().nullable()

export const Shipment = z.object({
  _id: z.string(),
  shippedAt: z.iso.datetime(),
  carrier: z.string(),
  trackingNumber: z.string(),
  /** The carrier's page of the parcel, where it is known. */
  trackingUrl: z.url().nullable(),
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number().int() })),
})
export type Shipment = z.infer<typeof Shipment>

export const Refund = z.object({
  _id: z.string(),
  time: z.iso.datetime(),
  amount: dollars,
  /** 'closed' failed, and is not to be paid any more. */
  state: z.enum(['pending', 'succeeded', 'failed', 'closed']),
  reason: z.string(),
  /** The reference of the transfer by which the money was sent back; empty for a card. */
  reference: z.string(),
  /** Why the refund failed, in the provider's words; for admins. */
  failure: z.string(),
  /** Why the refund is not paid any more; for admins. */
  closeReason: z.string(),
  /** Pieces that are not shipped any more. */
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number().int(), restocked: z.boolean() })),
  hasCreditNote: z.boolean(),
  /** Another note takes the credit note back. */
  hasCancellation: z.boolean(),
})
export type Refund = z.infer<typeof Refund>

/** The note that takes the credit note back. */
export const CreditNoteQuery = z.object({ cancellation: z.enum(['true']).optional() })

export const Dispute = z.object({
  _id: z.string(),
  amount: dollars,
  /** In the provider's words. */
  reason: z.string(),
  state: z.enum(['inquiry', 'open', 'won', 'lost']),
  openedAt: z.iso.datetime(),
  /** Until when it can be answered. */
  dueAt: time,
})
export type Dispute = z.infer<typeof Dispute>

const pieces = toolLines(z.object({ toolId: id, quantity: orderQuantity }))

export const Tracking = z.object({ carrier: line(40).default(''), trackingNumber: line(60).default('') })
export const TrackingChange = withShown(Tracking)
export const NewShipment = Tracking.extend({
  lines: pieces.min(1, 'A shipment has at least one piece.'),
})

const amount = 'The amount is a number of dollars, with up to two decimal places.'

/** `amount` is 0 to release pieces only. `reference` is that of a transfer by which the money was sent back by hand; without it, it goes back to the card. */
export const NewRefund = z.object({
  lines: toolLines(z.object({ toolId: id, quantity: orderQuantity, restocked: z.boolean() })).default([]),
  amount: z
    .number(amount)
    .min(0, amount)
    .max(maxChargeCents / 100, amount),
  reason: line(200).default(''),
  reference: line(100).default(''),
  /** The return that it is for: its pieces are not in `lines`. */
  returnId: id.optional(),
})
export const RefundRetry = z.object({ reference: line(100).default('') })
export const RefundClosure = z.object({ reason: requiredLine(200) })

const returnState = z.enum(['requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded', 'closed'])

export const Return = z.object({
  _id: z.string(),
  requestedAt: z.iso.datetime(),
  state: returnState,
  reason: z.string(),
  /** What the shop says to it. */
  answer: z.string(),
  /** URLs of photos. */
  images: z.array(z.string()),
  lines: z.array(
    z.object({
      toolId: z.string(),
      quantity: z.number().int(),
      /** Null until they come. */
      received: z.number().int().nullable(),
      /** How many of the received pieces went back into the stock; the others are damaged. */
      restocked: z.number().int(),
    }),
  ),
})
export type Return = z.infer<typeof Return>

export const NewReturn = z.object({
  lines: pieces.min(1, 'A return has at least one piece.'),
  reason: requiredText(1000),
  /** URLs of uploaded pictures. */
  images: z.array(requiredText(2000)).max(5, 'A return has at most five photos.').default([]),
})
export const ReturnAnswer = z.object({ accepted: z.boolean(), answer: requiredText(1000) })
/** The pieces that came, by default all, and those of them that go back into the stock: the others are damaged. */
export const ReturnReceipt = z.object({ received: pieces.optional(), restocked: pieces.default([]) })

export const ReturnFilter = z.object({ q: text(100).optional(), state: returnState.optional() })
export const ReturnQuery = listQuery.extend({ ...ReturnFilter.shape, sort: sortBy() })

export const ListedReturn = Return.pick({ _id: true, requestedAt: true, state: true, reason: true }).extend({
  orderId: z.string(),
  orderNumber: z.number().int(),
  toolName: z.string(),
  userName: z.string(),
  pieces: z.number().int(),
})
export type ListedReturn = z.infer<typeof ListedReturn>
