import { formatAddress } from '#contract/addresses.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import { computeIncludedTax } from '#contract/tax.ts'
import type { DocumentContents } from '#db/tables.ts'
import { countPiecesOf } from '#shop/orders/open-pieces.ts'
import type { OrderDetails } from '#shop/orders/order-lists.ts'
import type { Refund } from '#shop/orders/refunds.ts'
import { getSeller } from '#shop/settings.ts'

/** What any document says about the order as it is now. */
export function composeContents(settings: ShopSettings, order: OrderDetails): DocumentContents {
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
    seller: getSeller(settings),
    timeZone: settings.timeZone,
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

/** What a credit note says: pieces at the price of the order, and the rest of the amount by the rates of its tax. */
export function composeCredit(
  settings: ShopSettings,
  order: OrderDetails,
  { lines: refunded, returned, amountCents, reason, reference }: Refund,
  invoiceNumber: number | null,
): DocumentContents {
  const whole = composeContents(settings, order)
  const pieces = order.lines.flatMap(line => {
    const quantity = countPiecesOf(refunded, line.toolId) + countPiecesOf(returned, line.toolId)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const credited = composeContents(settings, { ...order, lines: pieces }).lines
  const rest = amountCents - credited.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const lines = [...credited, ...splitByRate(rest, whole.lines)]
  const credit = { invoiceNumber, reason, reference }
  return { ...whole, note: '', lines, totalCents: amountCents, taxes: sumTaxes(lines), credit }
}

/** In proportion to what the order has at each rate; what rounding leaves goes to the last. */
function splitByRate(cents: number, lines: DocumentContents['lines']): DocumentContents['lines'] {
  if (cents === 0) return []
  const byRate = [...Map.groupBy(lines, ({ taxPercent }) => taxPercent)]
  const total = sumTotals(lines)
  const shares = byRate.map(([taxPercent, taxed]) => ({
    taxPercent,
    share: Math.trunc((cents * sumTotals(taxed)) / total),
  }))
  const rounded = cents - shares.reduce((sum, { share }) => sum + share, 0)
  return shares
    .map(({ taxPercent, share }, index) => ({
      taxPercent,
      share: index === shares.length - 1 ? share + rounded : share,
    }))
    .filter(({ share }) => share !== 0)
    .map(({ taxPercent, share }) => ({
      sku: '',
      name: share > 0 ? 'Credit' : 'Deduction',
      reference: '',
      quantity: 1,
      unitCents: share,
      totalCents: share,
      taxPercent,
    }))
}

const sumTotals = (lines: DocumentContents['lines']) => lines.reduce((sum, { totalCents }) => sum + totalCents, 0)

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
