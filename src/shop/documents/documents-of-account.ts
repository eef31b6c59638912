import { and, eq, gt, sql } from 'drizzle-orm'
import { creditNotes, invoices } from '#db/tables/documents.ts'
import { orders } from '#db/tables/orders.ts'
import { refunds } from '#db/tables/payments.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { matchReadableOf } from '#shop/orders/scope.ts'
import { readPages } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'

export interface DocumentHead {
  number: number
  issuedAt: Date
  orderNumber: number
  billTo: string
  shipTo: string
  taxId: string
}

const documentsPerPage = 200

const contents = {
  orderNumber: sql<number>`(contents ->> 'orderNumber')::int`,
  billTo: sql<string>`contents ->> 'billTo'`,
  shipTo: sql<string>`contents ->> 'shipTo'`,
  taxId: sql<string>`contents ->> 'buyerTaxId'`,
}

export function readInvoicesOfAccount({ db }: Shop, account: Account): AsyncGenerator<DocumentHead> {
  return readPages<DocumentHead>(last =>
    db
      .select({ number: invoices.number, issuedAt: invoices.issuedAt, ...contents })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .where(and(matchReadableOf(account), last && gt(invoices.number, last.number)))
      .orderBy(invoices.number)
      .limit(documentsPerPage),
  )
}

export function readCreditNotesOfAccount({ db }: Shop, account: Account): AsyncGenerator<DocumentHead> {
  return readPages<DocumentHead>(last =>
    db
      .select({ number: creditNotes.number, issuedAt: creditNotes.issuedAt, ...contents })
      .from(creditNotes)
      .innerJoin(refunds, eq(refunds.id, creditNotes.refundId))
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(and(matchReadableOf(account), last && gt(creditNotes.number, last.number)))
      .orderBy(creditNotes.number)
      .limit(documentsPerPage),
  )
}
