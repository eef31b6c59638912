import { z } from 'zod'
import { maxChargeCents } from '#contract/pricing/currencies.ts'
import { returnStates } from '#contract/states/return-steps.ts'
import {
  id,
  line,
  listQuery,
  money,
  orderQuantity,
  requiredLine,
  requiredText,
  sortBy,
  text,
  toolLines,
  withShown,
} from './fields.ts'

const timeOrNull = z.iso.datetime().nullable()

export const Shipment = z.object({
  _id: z.string(),
  shippedAt: z.iso.datetime(),
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.url().nullable(),
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number().int() })),
})
export type Shipment = z.infer<typeof Shipment>

export const Refund = z.object({
  _id: z.string(),
  time: z.iso.datetime(),
  amount: money,
  /** `closed` is a failed refund that is not retried. */
  state: z.enum(['pending', 'succeeded', 'failed', 'closed']),
  reason: z.string(),
  reference: z.string(),
  /** The provider's error message; only for admins. */
  failure: z.string(),
  /** Why the refund was closed; only for admins. */
  closeReason: z.string(),
  /** Refunded pieces, which are not shipped. */
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number().int(), restocked: z.boolean() })),
  /** Shipped pieces that the buyer keeps. */
  credited: z.array(z.object({ toolId: z.string(), quantity: z.number().int() })),
  hasCreditNote: z.boolean(),
  /** The credit note was cancelled by another document. */
  hasCancellation: z.boolean(),
})
export type Refund = z.infer<typeof Refund>

export const CreditNoteQuery = z.object({ cancellation: z.enum(['true']).optional() })

export const Dispute = z.object({
  _id: z.string(),
  amount: money,
  reason: z.string(),
  state: z.enum(['inquiry', 'open', 'won', 'lost']),
  openedAt: z.iso.datetime(),
  dueAt: timeOrNull,
})
export type Dispute = z.infer<typeof Dispute>

const pieces = toolLines(z.object({ toolId: id, quantity: orderQuantity }))

export const Tracking = z.object({ carrier: line(40).default(''), trackingNumber: line(300).default('') })
export const TrackingChange = withShown(Tracking)
/** How many the form showed: if there are more by now, `done_meanwhile` is refused. */
const shownCount = z.number().int().min(0).optional()

export const NewShipment = Tracking.extend({
  lines: pieces.min(1, 'A shipment has at least one piece.'),
  shownShipments: shownCount,
})

const amount = 'The amount is a number with up to two decimal places.'

/** `amount` 0 only releases pieces. `reference` is that of a manual bank transfer; without it, the card is refunded. */
export const NewRefund = z.object({
  lines: toolLines(z.object({ toolId: id, quantity: orderQuantity, restocked: z.boolean() })).default([]),
  /** Shipped pieces that the buyer keeps; needs an `amount`. */
  credited: pieces.default([]),
  amount: z
    .number(amount)
    .min(0, amount)
    .max(maxChargeCents / 100, amount),
  reason: line(200).default(''),
  reference: line(100).default(''),
  /** The refunded return; its pieces are not in `lines`. */
  returnId: id.optional(),
  shownRefunds: shownCount,
})
export const RefundRetry = z.object({ reference: line(100).default('') })
export const RefundClosure = z.object({ reason: requiredLine(200) })

const returnState = z.enum(returnStates)

export const Return = z.object({
  _id: z.string(),
  requestedAt: z.iso.datetime(),
  state: returnState,
  reason: z.string(),
  answer: z.string(),
  images: z.array(z.string()),
  lines: z.array(
    z.object({
      toolId: z.string(),
      quantity: z.number().int(),
      received: z.number().int().nullable(),
      restocked: z.number().int(),
    }),
  ),
})
export type Return = z.infer<typeof Return>

export const NewReturn = z.object({
  lines: pieces.min(1, 'A return has at least one piece.'),
  reason: requiredText(1000),
  images: z.array(requiredText(2000)).max(5, 'A return has at most five photos.').default([]),
})
export const ReturnAnswer = z.object({ accepted: z.boolean(), answer: requiredText(1000) })
/** `received` is by default all pieces. `restocked` pieces go back into stock; the others are damaged. */
export const ReturnReceipt = z.object({ received: pieces.optional(), restocked: pieces.default([]) })

export const ReturnFilter = z.object({ q: text(100).optional(), state: returnState.optional() })
export const ReturnQuery = listQuery.extend({ ...ReturnFilter.shape, sort: sortBy() })

export const ListedReturn = Return.pick({
  _id: true,
  requestedAt: true,
  state: true,
  reason: true,
  images: true,
}).extend({
  lines: z.array(z.object({ toolId: z.string(), toolName: z.string(), quantity: z.number().int() })),
  orderId: z.string(),
  orderNumber: z.number().int(),
  toolName: z.string(),
  userName: z.string(),
  pieces: z.number().int(),
})
export type ListedReturn = z.infer<typeof ListedReturn>
