import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PriceTerms } from '#contract/pricing/currencies.ts'
import { time } from './columns.ts'

/** Amounts are in cents, in dollars with tax unless price terms are given. */
export interface DocumentContents extends Partial<PriceTerms> {
  seller: { name: string; address: string; contact: string; taxId: string; bank: string }
  timeZone: string
  orderNumber: number
  poNumber: string
  placedAt: string
  paidAt: string | null
  paymentMethod: 'card' | 'transfer'
  transactionId: string | null
  heldUntil: string | null
  payUntil: string | null
  billTo: string
  shipTo: string
  buyerTaxId: string
  note: string
  lines: {
    sku: string
    name: string
    reference: string
    quantity: number
    unitCents: number
    totalCents: number
    taxPercent: number
  }[]
  totalCents: number
  taxes: { percent: number; cents: number }[]
  credit?: {
    invoiceNumber: number
    reason: string
    /** Reference of the bank transfer; empty for a card. */
    reference: string
    cancels?: number
  }
}

export const documentNumbers = pgTable('document_numbers', {
  series: text({ enum: ['invoice', 'credit_note'] }).primaryKey(),
  lastNumber: bigint({ mode: 'number' }).notNull(),
})

export const invoices = pgTable('invoices', {
  number: bigint({ mode: 'number' }).primaryKey(),
  orderId: uuid().notNull(),
  issuedAt: time().notNull().defaultNow(),
  contents: jsonb().$type<DocumentContents>().notNull(),
})

export const creditNotes = pgTable('credit_notes', {
  number: bigint({ mode: 'number' }).primaryKey(),
  refundId: uuid().notNull(),
  cancels: bigint({ mode: 'number' }),
  issuedAt: time().notNull().defaultNow(),
  contents: jsonb().$type<DocumentContents>().notNull(),
})
