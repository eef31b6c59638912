import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { EmailParams } from '#contract/schemas/accounts.ts'
import { ActionResults, OrderAction, OrdersToPrint, PrintedOrders } from '#contract/schemas/admin/bulk-actions.ts'
import { Stock, StockAdjustment, StockMovement, StockMovementQuery, StockQuery } from '#contract/schemas/admin/stock.ts'
import { acknowledged, countReply, deletedCount, id, idParams, modifiedCount } from '#contract/schemas/fields.ts'
import {
  ListedReturn,
  NewRefund,
  NewShipment,
  RefundClosure,
  RefundRetry,
  ReturnAnswer,
  ReturnFilter,
  ReturnQuery,
  ReturnReceipt,
  Tracking,
  TrackingChange,
} from '#contract/schemas/fulfilment.ts'
import {
  AllOrdersFilter,
  AllOrdersQuery,
  BankTransfer,
  CancelledOrders,
  Hold,
  Order,
} from '#contract/schemas/orders.ts'

export const fulfilmentEndpoints = {
  listAllOrders: {
    access: 'admin:orders',
    summary: 'All orders, searched, filtered and sorted',
    query: AllOrdersQuery,
    reply: z.array(Order),
    cursor: 'last',
  },
  countAllOrders: {
    access: 'admin:orders',
    summary: 'How many orders a search finds',
    query: AllOrdersFilter,
    reply: countReply,
  },
  markShipped: {
    access: 'admin:orders',
    summary: 'Ship all that is left of a paid order',
    params: idParams,
    // A query, since the call has no body.
    query: Tracking,
    reply: modifiedCount,
  },
  actOnOrders: {
    access: 'admin:orders',
    summary: 'Ship or cancel up to 100 orders, each on its own; a repeated call finds nothing to do',
    body: OrderAction,
    reply: ActionResults,
  },
  printOrders: {
    access: 'admin:orders',
    limit: 'heavy',
    summary: 'One PDF of the invoices of up to 100 orders, or of the packing slips of their shipments',
    body: OrdersToPrint,
    reply: PrintedOrders,
  },
  shipOrder: {
    access: 'admin:orders',
    summary: 'Ship some pieces of a paid order, once per shipment id',
    params: z.object({ id, shipmentId: id }),
    body: NewShipment,
    bodyLimit: [200_000, 'body_too_large'],
    reply: acknowledged,
  },
  updateTracking: {
    access: 'admin:orders',
    summary: 'Change carrier and tracking number of a shipment',
    params: idParams,
    body: TrackingChange,
    reply: acknowledged,
  },
  refundOrder: {
    access: 'admin:orders',
    summary: 'Give money of a paid order back, or release pieces only, once per refund id',
    params: z.object({ id, refundId: id }),
    body: NewRefund,
    bodyLimit: [200_000, 'body_too_large'],
    reply: acknowledged,
  },
  retryRefund: {
    access: 'admin:orders',
    summary: 'Try a refund that failed again, or record by which transfer its money was sent back',
    params: idParams,
    body: RefundRetry,
    reply: acknowledged,
  },
  closeRefund: {
    access: 'admin:orders',
    summary: 'Close a refund that failed and is not to be paid any more, with the reason',
    params: idParams,
    body: RefundClosure,
    reply: acknowledged,
  },
  answerReturn: {
    access: 'admin:orders',
    summary: 'Accept or refuse a return, with a sentence that its buyer is mailed',
    params: idParams,
    body: ReturnAnswer,
    reply: acknowledged,
  },
  receiveReturn: {
    access: 'admin:orders',
    summary: 'Record which returned pieces arrived, and which go back into the stock',
    params: idParams,
    body: ReturnReceipt,
    bodyLimit: [200_000, 'body_too_large'],
    reply: acknowledged,
  },
  closeReturn: {
    access: 'admin:orders',
    summary: 'Close a return that came and gets no refund',
    params: idParams,
    reply: acknowledged,
  },
  listReturns: {
    access: 'admin:orders',
    summary: 'All returns, searched, filtered and sorted',
    query: ReturnQuery,
    reply: z.array(ListedReturn),
    cursor: 'last',
  },
  countReturns: {
    access: 'admin:orders',
    summary: 'How many returns a search finds',
    query: ReturnFilter,
    reply: countReply,
  },
  markPaid: {
    access: 'admin:orders',
    summary: 'Record that an order was paid by a transfer to the bank',
    params: idParams,
    body: BankTransfer,
    reply: acknowledged,
  },
  holdOrder: {
    access: 'admin:orders',
    summary: 'Take the pieces of an unpaid order out of the stock until a day',
    params: idParams,
    body: Hold,
    reply: acknowledged,
  },
  endHold: {
    access: 'admin:orders',
    summary: 'Give the pieces of a held order back to the stock',
    params: idParams,
    reply: deletedCount,
  },
  cancelAnyOrder: { access: 'admin:orders', summary: 'Cancel an unpaid order', params: idParams, reply: deletedCount },
  cancelUnpaidOrders: {
    access: 'admin:orders',
    summary: 'Cancel all unpaid orders of an account',
    params: EmailParams,
    reply: CancelledOrders,
  },
  getStock: {
    access: 'admin:catalogue',
    summary: 'Stock of a tool, and at the end of each of the last days',
    params: idParams,
    query: StockQuery,
    reply: Stock,
  },
  listStockMovements: {
    access: 'admin:catalogue',
    summary: 'What has changed the stock of a tool, newest first',
    params: idParams,
    query: StockMovementQuery,
    reply: z.array(StockMovement),
    cursor: 'last',
  },
  adjustStock: {
    access: 'admin:catalogue',
    summary: 'Receive, count, write off or correct pieces of a tool, once per adjustment id',
    params: z.object({ id, adjustmentId: id }),
    body: StockAdjustment,
    reply: acknowledged,
  },
} as const satisfies Partial<EndpointTable>
