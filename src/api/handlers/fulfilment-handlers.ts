import type { z } from 'zod'
import { toWireActionResult } from '#api/mappers/bulk-actions.ts'
import { toWireListedReturn } from '#api/mappers/fulfilment.ts'
import { toWireOrder } from '#api/mappers/orders.ts'
import { toExactCents } from '#api/mappers/tools.ts'
import type { fulfilmentEndpoints } from '#contract/endpoints/fulfilment-endpoints.ts'
import type {
  StockAdjustment,
  Stock as WireStock,
  StockMovement as WireStockMovement,
} from '#contract/schemas/admin/stock.ts'
import { actOnOrders } from '#shop/bulk-actions.ts'
import { printOrders } from '#shop/documents/order-documents.ts'
import { cancelAllUnpaid, cancelAnyOrder } from '#shop/orders/cancel-orders.ts'
import { countOrders, listOrders } from '#shop/orders/order-lists.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { endHold, holdOrder } from '#shop/orders/unpaid-orders.ts'
import { markPaid } from '#shop/payments/bank-transfers.ts'
import { closeRefund, retryRefund } from '#shop/refunds/failed-refunds.ts'
import { refundOrder } from '#shop/refunds/refund-orders.ts'
import { answerReturn, closeReturn, receiveReturn } from '#shop/returns/handle-returns.ts'
import { countReturns, listReturns } from '#shop/returns/returns.ts'
import { markShipped, shipOrder, updateTracking } from '#shop/shipments/ship-orders.ts'
import { type Adjustment, adjustStock } from '#shop/stock/adjust-stock.ts'
import { getStock, listStockMovements, type Stock, type StockMovement } from '#shop/stock/stock.ts'
import type { Handlers } from './handler.ts'

export const fulfilmentHandlers: Pick<Handlers, keyof typeof fulfilmentEndpoints> = {
  listAllOrders: async ({ shop }, { query }) => (await listOrders(shop, shopScope, query)).map(toWireOrder),
  countAllOrders: async ({ shop }, { query }) => ({ count: await countOrders(shop, shopScope, query) }),
  markShipped: async ({ shop }, { actor, params, query }) => ({
    modifiedCount: Number(await markShipped(shop, actor, params.id, query)),
  }),
  actOnOrders: async ({ shop }, { actor, body }) => ({
    results: (await actOnOrders(shop, actor, body.action, body.ids, body.tracking)).map(toWireActionResult),
  }),
  printOrders: async ({ shop }, { body }) => {
    const { fileName, pdf, count } = await printOrders(shop, body.kind, body.ids)
    return { fileName, pdf: pdf.toString('base64'), count }
  },
  shipOrder: async ({ shop }, { actor, params, body }) => {
    await shipOrder(shop, actor, params.id, { id: params.shipmentId, ...body })
    return { acknowledged: true }
  },
  updateTracking: async ({ shop }, { actor, params, body: { shown, ...tracking } }) => {
    await updateTracking(shop, actor, params.id, tracking, shown)
    return { acknowledged: true }
  },
  refundOrder: async ({ shop }, { actor, params, body: { amount, ...refund } }) => {
    const amountCents = toExactCents(amount, 'amount')
    await refundOrder(shop, actor, params.id, { id: params.refundId, amountCents, ...refund })
    return { acknowledged: true }
  },
  retryRefund: async ({ shop }, { actor, params, body }) => {
    await retryRefund(shop, actor, params.id, body.reference)
    return { acknowledged: true }
  },
  closeRefund: async ({ shop }, { actor, params, body }) => {
    await closeRefund(shop, actor, params.id, body.reason)
    return { acknowledged: true }
  },
  answerReturn: async ({ shop }, { actor, params, body }) => {
    await answerReturn(shop, actor, params.id, body)
    return { acknowledged: true }
  },
  receiveReturn: async ({ shop }, { actor, params, body }) => {
    await receiveReturn(shop, actor, params.id, body)
    return { acknowledged: true }
  },
  closeReturn: async ({ shop }, { actor, params }) => {
    await closeReturn(shop, actor, params.id)
    return { acknowledged: true }
  },
  listReturns: async ({ shop }, { query }) => (await listReturns(shop, query)).map(toWireListedReturn),
  countReturns: async ({ shop }, { query }) => ({ count: await countReturns(shop, query) }),
  markPaid: async ({ shop }, { actor, params, body }) => {
    await markPaid(shop, actor, params.id, body)
    return { acknowledged: true }
  },
  holdOrder: async ({ shop }, { actor, params, body }) => {
    const shown = body.shown && { until: body.shown.until === null ? null : new Date(body.shown.until) }
    await holdOrder(shop, actor, params.id, new Date(body.until), shown)
    return { acknowledged: true }
  },
  endHold: async ({ shop }, { actor, params }) => ({ deletedCount: Number(await endHold(shop, actor, params.id)) }),
  cancelAnyOrder: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await cancelAnyOrder(shop, actor, params.id)),
  }),
  cancelUnpaidOrders: async ({ shop }, { actor, params }) => {
    const { cancelled, ...left } = await cancelAllUnpaid(shop, { by: 'shop', actor }, params.email)
    return { deletedCount: cancelled, ...left }
  },
  getStock: async ({ shop }, { params, query }) => toWireStock(await getStock(shop, params.id, query.days)),
  listStockMovements: async ({ shop }, { params, query }) =>
    (await listStockMovements(shop, params.id, query)).map(toWireStockMovement),
  adjustStock: async ({ shop }, { actor, params, body }) => {
    await adjustStock(shop, actor, { toolId: params.id, adjustmentId: params.adjustmentId, ...toStockChange(body) })
    return { acknowledged: true }
  },
}

function toWireStock({ id, ...stock }: Stock): WireStock {
  return { _id: id, ...stock, onShelf: stock.available + stock.allocated }
}

function toWireStockMovement({ id, createdAt, ...movement }: StockMovement): WireStockMovement {
  return { _id: id, time: createdAt.toISOString(), ...movement }
}

function toStockChange({
  note,
  ...body
}: z.output<typeof StockAdjustment>): Omit<Adjustment, 'toolId' | 'adjustmentId'> {
  if (body.reason === 'edit') {
    const { reason, available, availableBefore } = body
    return { change: { reason, available, shown: availableBefore }, note }
  }
  const { shownAdjustments, ...change } = body
  return { change, note, shownAdjustments }
}
