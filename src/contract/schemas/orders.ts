import { z } from 'zod'
import { dollars, email, id, listQuery, pageQuery, requiredText, text } from './fields.ts'

/** `deliveryStatus` is true once shipped. */
export const Order = z.object({
  _id: z.string(),
  toolId: z.string(),
  toolName: z.string(),
  price: dollars,
  quantity: z.string(),
  totalPrice: dollars,
  paid: z.boolean(),
  transactionId: z.string().nullable(),
  userEmail: z.string(),
  userName: z.string(),
  phone: z.string(),
  address: z.string(),
  deliveryStatus: z.boolean(),
  /** When an unpaid order is cancelled; null once it is paid or being cancelled. */
  heldUntil: z.iso.datetime().nullable(),
  paidAt: z.iso.datetime().nullable(),
})
export type Order = z.infer<typeof Order>

export const NewOrder = z.object({
  toolId: id,
  toolName: text(200),
  price: dollars,
  totalPrice: dollars,
  quantity: z.string().regex(/^[1-9]\d{0,8} pieces$/, "Quantity reads '{n} pieces'."),
  userEmail: email,
  userName: text(200),
  phone: text(100),
  address: text(1000),
})
export type NewOrder = z.infer<typeof NewOrder>

export const IdempotencyHeaders = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() })
export const Payment = z.object({ orderId: id, transactionId: requiredText(255) })
export const PaymentIntentRequest = z.object({ totalPrice: dollars, orderId: id.optional() })
export const OrderQuery = pageQuery.extend({ email: email.optional() })

export const AllOrdersFilter = z.object({
  q: text(100).optional(),
  /** 'unpaid' means placed or being cancelled. */
  state: z.enum(['unpaid', 'paid', 'shipped']).optional(),
})

export const AllOrdersQuery = listQuery.extend({
  ...AllOrdersFilter.shape,
  sort: z.enum(['newest', 'oldest', 'userName', '-userName', 'toolName', '-toolName']).optional(),
})
