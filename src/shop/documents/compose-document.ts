import { formatAddress } from '#contract/addresses.ts'
import { computeIncludedTax } from '#contract/tax.ts'
import type { DocumentContents } from '#db/tables.ts'
import type { OrderDetails } from '#shop/orders/order-lists.ts'
import type { Shop } from '#shop/shop.ts'

/** What any document says about the order as it is now. */
export function composeContents({ seller }: Pick<Shop, 'seller'>, order: OrderDetails): DocumentContents {
  const { shipTo, billTo, address, phone, buyerName } = order
  const deliverTo = shipTo ? formatAddress(shipTo) : [buyerName, address].filter(text => text !== '').join('\n')
  const lines = order.lines.map(line => ({
    sku: line.sku,
    name: line.toolName,
    reference: line.reference,
    quantity: line.quantity,
    unitCents: line.priceCents,
    totalCents: line.priceCents * line.quantity,
    taxPercent: line.taxPercent,
  }))
  return {
    seller,
    orderNumber: order.number,
    poNumber: order.poNumber,
    placedAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    paymentMethod: order.paymentMethod,
    transactionId: order.transactionId,
    heldUntil: order.state === 'placed' ? (order.expiresAt?.toISOString() ?? null) : null,
    billTo: [billTo ? formatAddress(billTo) : deliverTo, order.buyerEmail].join('\n'),
    shipTo: [deliverTo, shipTo?.phone ?? phone].filter(text => text !== '').join('\n'),
    buyerTaxId: (billTo ?? shipTo)?.taxId ?? '',
    note: order.note,
    lines,
    totalCents: order.totalCents,
    taxes: sumTaxes(lines),
  }
}

/** Rounded line by line, as the order's page shows it. */
function sumTaxes(lines: DocumentContents['lines']): DocumentContents['taxes'] {
  const byRate = Map.groupBy(
    lines.filter(({ taxPercent }) => taxPercent > 0),
    ({ taxPercent }) => taxPercent,
  )
  return [...byRate].map(([percent, taxed]) => ({
    percent,
    cents: taxed.reduce((sum, { totalCents }) => sum + computeIncludedTax(totalCents, percent), 0),
  }))
}
