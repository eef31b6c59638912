import { formatAddress } from '#contract/addresses.ts'
import { computeIncludedTax } from '#contract/pricing/tax.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import type { DocumentContents } from '#db/tables/documents.ts'
import type { OrderDetails } from '#shop/orders/order-lists.ts'
import { countPiecesOf } from '#shop/orders/pieces.ts'
import type { Refund } from '#shop/refunds/refunds.ts'
import { getSeller } from '#shop/settings.ts'

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
    heldUntil: order.heldUntil?.toISOString() ?? null,
    payUntil: order.paidAt ? null : (order.heldUntil ?? order.expiresAt).toISOString(),
    billTo: [billTo ? formatAddress(billTo) : deliverTo, order.buyerEmail].join('\n'),
    shipTo: [deliverTo, shipTo?.phone ?? phone].filter(text => text !== '').join('\n'),
    buyerTaxId: (billTo ?? shipTo)?.taxId ?? '',
    note: order.note,
    lines,
    totalCents: order.totalCents,
    taxes: sumTaxes(lines),
  }
}

type Lines = DocumentContents['lines']

export interface CreditedDocuments {
  invoice: { number: number; contents: DocumentContents }
  earlierLines: Lines
}

/** A difference from the pieces' price is split by tax rate. The buyer is the invoice's, even of a closed account. */
export function composeCredit(
  settings: ShopSettings,
  order: OrderDetails,
  { lines: refunded, returned, credited: kept, amountCents, reason, reference }: Refund,
  { invoice, earlierLines }: CreditedDocuments,
): DocumentContents {
  const whole = composeContents(settings, order)
  const pieces = order.lines.flatMap(line => {
    const quantity = [refunded, returned, kept].reduce((sum, each) => sum + countPiecesOf(each, line.toolId), 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const pieceLines = composeContents(settings, { ...order, lines: pieces }).lines
  const rest = amountCents - sumTotals(pieceLines)
  const open = subtractRates(whole.lines, [...earlierLines, ...pieceLines])
  const lines = [...pieceLines, ...splitByRate(rest, rest < 0 ? sumByRate(pieceLines) : open)]
  const credit = { invoiceNumber: invoice.number, reason, reference }
  const { billTo, shipTo, buyerTaxId } = invoice.contents
  const buyer = { billTo, shipTo, buyerTaxId }
  return { ...whole, ...buyer, note: '', lines, totalCents: amountCents, taxes: sumTaxes(lines), credit }
}

export function composeCancellation(contents: DocumentContents, number: number): DocumentContents {
  const lines = contents.lines.map(line => ({
    ...line,
    unitCents: -line.unitCents,
    totalCents: -line.totalCents,
  }))
  const { credit } = contents
  return {
    ...contents,
    lines,
    totalCents: -contents.totalCents,
    taxes: contents.taxes.map(({ percent, cents }) => ({ percent, cents: -cents })),
    ...(credit && { credit: { ...credit, cancels: number } }),
  }
}

const sumByRate = (lines: Lines) =>
  new Map([...Map.groupBy(lines, ({ taxPercent }) => taxPercent)].map(([rate, taxed]) => [rate, sumTotals(taxed)]))

/** Returns the cents of each rate that are not credited yet, or of all lines if none are: an earlier refund may have failed. */
function subtractRates(all: Lines, credited: Lines): Map<number, number> {
  const given = sumByRate(credited)
  const left = [...sumByRate(all)].map(([rate, total]) => [rate, Math.max(0, total - (given.get(rate) ?? 0))] as const)
  return left.some(([, cents]) => cents > 0) ? new Map(left) : sumByRate(all)
}

/** Splits in proportion: the shares add up exactly, and none exceeds the amount of its rate. */
function splitByRate(cents: number, centsByRate: ReadonlyMap<number, number>): Lines {
  const rates = [...centsByRate].filter(([, total]) => total > 0)
  const sum = rates.reduce((all, [, total]) => all + total, 0)
  const shares = rates.map(([taxPercent], index) => {
    const shareUntil = (end: number) =>
      // The product of two amounts can exceed 2^53.
      Number((BigInt(cents) * BigInt(rates.slice(0, end).reduce((all, [, total]) => all + total, 0))) / BigInt(sum))
    return { taxPercent, share: shareUntil(index + 1) - shareUntil(index) }
  })
  return shares
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

const sumTotals = (lines: Lines) => lines.reduce((sum, { totalCents }) => sum + totalCents, 0)

/** Rounds line by line, as the order page does. */
function sumTaxes(lines: Lines): DocumentContents['taxes'] {
  const byRate = Map.groupBy(
    lines.filter(({ taxPercent }) => taxPercent > 0),
    ({ taxPercent }) => taxPercent,
  )
  return [...byRate].map(([percent, taxed]) => ({
    percent,
    cents: taxed.reduce((sum, { totalCents }) => sum + computeIncludedTax(totalCents, percent), 0),
  }))
}
