import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CompanyRole } from '#contract/states/company-roles.ts'
import { createdAt, id, time } from './columns.ts'

export type MailData = Partial<{
  to: string
  name: string
  url: string
  transactionId: string
  /** ISO 8601. */
  heldUntil: string
  cancelledBy: 'buyer' | 'shop' | 'expiry' | 'company'
  shipmentId: string
  refundId: string
  returnId: string
  /** Name of the company. */
  company: string
  inviter: string
  role: CompanyRole
  reason: string
}>

export const outbox = pgTable('outbox', {
  id: id(),
  kind: text({
    enum: [
      'order_placed',
      'order_waiting',
      'order_approved',
      'order_held',
      'order_hold_ended',
      'order_payment_failed',
      'order_paid',
      'order_shipped',
      'order_tracked',
      'order_cancelled',
      'order_refunded',
      'order_expiring',
      'order_return_accepted',
      'order_return_refused',
      'verify_email',
      'reset_password',
      'second_factor_set',
      'second_factor_removed',
      'company_accepted',
      'company_refused',
      'company_invitation',
    ],
  }).notNull(),
  orderId: uuid(),
  data: jsonb().$type<MailData>().notNull().default({}),
  createdAt: createdAt(),
  dueAt: time().defaultNow(),
  attempts: integer().notNull().default(0),
  sentAt: time(),
})
