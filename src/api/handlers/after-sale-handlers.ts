import type { afterSaleEndpoints } from '#contract/endpoints/after-sale-endpoints.ts'
import { getCreditNote, getOrderDocument, getPackingSlip, type OrderDocument } from '#shop/documents/order-documents.ts'
import { withdrawReturn } from '#shop/returns/handle-returns.ts'
import { requestReturn } from '#shop/returns/request-returns.ts'
import { findScope, type Handlers } from './handler.ts'

export const afterSaleHandlers: Pick<Handlers, keyof typeof afterSaleEndpoints> = {
  getOrderDocument: async ({ shop }, { actor, params }) => {
    const { id, kind } = params
    return toWireDocument(await getOrderDocument(shop, findScope(shop, actor), id, kind))
  },
  getPackingSlip: async ({ shop }, { actor, params }) =>
    toWireDocument(await getPackingSlip(shop, findScope(shop, actor), params.id)),
  requestReturn: async ({ shop }, { actor, params, body }) => {
    await requestReturn(shop, actor, findScope(shop, actor), params.id, { id: params.returnId, ...body })
    return { acknowledged: true }
  },
  withdrawReturn: async ({ shop }, { actor, params }) => {
    await withdrawReturn(shop, actor, params.id)
    return { acknowledged: true }
  },
  getCreditNote: async ({ shop }, { actor, params, query }) =>
    toWireDocument(await getCreditNote(shop, findScope(shop, actor), params.id, query.cancellation === 'true')),
}

const toWireDocument = ({ fileName, pdf }: OrderDocument) => ({ fileName, pdf: pdf.toString('base64') })
