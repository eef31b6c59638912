import { z } from 'zod'
import { maxStock } from '#contract/limits.ts'
import { line } from '#contract/schemas/fields.ts'

const piecesRange = 'The number of pieces is a whole number from 1 to 100,000,000.'
const stockRange = 'The number of pieces is a whole number from 0 to 100,000,000.'
const pieces = z.number(piecesRange).int(piecesRange).min(1, piecesRange).max(maxStock, piecesRange)
const stock = z.number(stockRange).int(stockRange).min(0, stockRange).max(maxStock, stockRange)
const note = line(200).default('')
/** `adjustments` of the stock that the form showed: if there are more by now, `done_meanwhile` is refused. */
const shownAdjustments = z.number().int().min(0).optional()

/** Receipt and damage change the stock by `quantity`, an edit by a difference. A count includes unshipped pieces. */
export const StockAdjustment = z.discriminatedUnion('reason', [
  z.object({ reason: z.enum(['receipt', 'damage']), quantity: pieces, note, shownAdjustments }),
  z.object({ reason: z.literal('count'), counted: stock, note, shownAdjustments }),
  z.object({ reason: z.literal('edit'), available: stock, availableBefore: stock, note }),
])

const StockDay = z.object({
  /** In the shop's time zone, such as '2026-11-30'. */
  day: z.iso.date(),
  closing: z.number().int(),
  /** Pieces that confirmed orders took, less released and refunded ones. */
  sold: z.number().int(),
  received: z.number().int(),
})

export const Stock = z.object({
  _id: z.string(),
  name: z.string(),
  sku: z.string(),
  image: z.string(),
  available: z.number().int(),
  /** Pieces of confirmed orders that are neither shipped nor refunded. */
  allocated: z.number().int(),
  onShelf: z.number().int(),
  /** How often an admin has received, counted, written off or corrected pieces. */
  adjustments: z.number().int(),
  days: z.array(StockDay),
})
export type Stock = z.infer<typeof Stock>

export const StockQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(90) })

/** `release`: an order is no longer confirmed. */
export const StockReason = z.enum([
  'order',
  'release',
  'refund',
  'return',
  'opening',
  'receipt',
  'count',
  'damage',
  'edit',
  'import',
])
export type StockReason = z.infer<typeof StockReason>

export const StockMovement = z.object({
  _id: z.string(),
  time: z.iso.datetime(),
  reason: StockReason,
  delta: z.number().int(),
  balance: z.number().int(),
  note: z.string(),
  counted: z.number().int().nullable(),
  actorEmail: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.number().int().nullable(),
})
export type StockMovement = z.infer<typeof StockMovement>

export const StockMovementQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_[a-z]{1,20}$/)
    .optional(),
})
