import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { acknowledged, id, idParams } from '#contract/schemas/fields.ts'
import { CreditNoteQuery, NewReturn } from '#contract/schemas/fulfilment.ts'
import { OrderDocument, OrderDocumentParams } from '#contract/schemas/orders.ts'

export const afterSaleEndpoints = {
  getOrderDocument: {
    access: 'account',
    limit: 'heavy',
    summary: 'A PDF about an order: your own, or any for an admin',
    params: OrderDocumentParams,
    reply: OrderDocument,
  },
  getPackingSlip: {
    access: 'account',
    limit: 'heavy',
    summary: 'A PDF of what is in a shipment: of your own order, or any for an admin',
    params: idParams,
    reply: OrderDocument,
  },
  requestReturn: {
    access: 'account',
    limit: 'heavy',
    summary: 'Request a return of shipped pieces of your order (admins: of any order), once per return id',
    params: z.object({ id, returnId: id }),
    body: NewReturn,
    bodyLimit: [200_000, 'body_too_large'],
    reply: acknowledged,
  },
  withdrawReturn: {
    access: 'account',
    summary: 'Withdraw a return',
    params: idParams,
    reply: acknowledged,
  },
  getCreditNote: {
    access: 'account',
    limit: 'heavy',
    summary:
      'A PDF of the credit note of a refund, or of the note that takes it back: of your own order, or any for an admin',
    params: idParams,
    query: CreditNoteQuery,
    reply: OrderDocument,
  },
} as const satisfies Partial<EndpointTable>
