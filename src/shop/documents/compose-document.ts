import { formatAddress } from '#contract/addresses.ts'
import { type Rates, type RateTotals, splitCredit } from '#contract/pricing/credits.ts'
import { computeTotals, groupByRate, sumCents } from '#contract/pricing/totals.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import type { DocumentContents } from '#db/tables/documents.ts'
import type { Company } from '#shop/companies/companies.ts'
import type { OrderDetails } from '#shop/orders/order-lists.ts'
import { countPiecesOf } from '#shop/orders/pieces.ts'
import type { Refund } from '#shop/refunds/refunds.ts'
import { getSeller } from '#shop/settings.ts'

export function composeContents(settings: CurrentSettings, order: OrderDetails): DocumentContents {
  const { shipTo, billTo, address, phone, buyerName, company } = order
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
    billTo: (company ? describeCompany(company) : [billTo ? formatAddress(billTo) : deliverTo, order.buyerEmail]).join(
      '\n',
    ),
    shipTo: [deliverTo, shipTo?.phone ?? phone].filter(text => text !== '').join('\n'),
    buyerTaxId: (company ?? billTo ?? shipTo)?.taxId ?? '',
    note: order.note,
    lines,
    totalCents: order.totalCents,
    currency: settings.currency,
    pricesIncludeTax: settings.pricesIncludeTax,
    taxes: computeTotals(lines, settings.pricesIncludeTax).taxes,
  }
}

const describeCompany = ({ number, ...company }: Company) => [
  formatAddress({ ...company, company: '' }),
  `Customer ${number}`,
  company.email,
]

type Lines = DocumentContents['lines']

export interface CreditedDocuments {
  invoice: { number: number; contents: DocumentContents }
  /** Contents of the order's credit notes so far. */
  earlier: readonly DocumentContents[]
}

/**
 * What the amount has above or below the price of the pieces is split by tax rate. The buyer is the invoice's, also once the account
 * is closed.
 */
export function composeCredit(
  settings: CurrentSettings,
  order: OrderDetails,
  { lines: refunded, returned, credited: kept, amountCents, reason, reference }: Refund,
  { invoice, earlier }: CreditedDocuments,
): DocumentContents {
  const whole = composeContents(settings, order)
  const pieces = order.lines.flatMap(line => {
    const quantity = [refunded, returned, kept].reduce((sum, each) => sum + countPiecesOf(each, line.toolId), 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const pieceLines = composeContents(settings, { ...order, lines: pieces }).lines
  const pieceCents = sumByRate(pieceLines)
  const rates = splitCredit({
    amountCents,
    pieces: pieceCents,
    order: sumDocumentsByRate([invoice.contents]),
    earlier: sumDocumentsByRate(earlier),
    pricesIncludeTax: settings.pricesIncludeTax,
  })
  const lines = [...pieceLines]
  for (const [rate, { grossCents, taxCents }] of rates) {
    const shownCents = settings.pricesIncludeTax ? grossCents : grossCents - taxCents
    const restCents = shownCents - (pieceCents.get(rate) ?? 0)
    if (restCents !== 0) lines.push(toRestLine(restCents, rate))
  }
  const taxes = [...rates]
    .filter(([percent]) => percent > 0)
    .map(([percent, { taxCents }]) => ({ percent, cents: taxCents }))
  const credit = { invoiceNumber: invoice.number, reason, reference }
  const { billTo, shipTo, buyerTaxId } = invoice.contents
  const buyer = { billTo, shipTo, buyerTaxId }
  return { ...whole, ...buyer, note: '', lines, totalCents: amountCents, taxes, credit }
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

const sumByRate = (lines: Lines) => new Map([...groupByRate(lines)].map(([rate, taxed]) => [rate, sumCents(taxed)]))

const toRestLine = (cents: number, taxPercent: number): Lines[number] => ({
  ...{ sku: '', name: cents > 0 ? 'Credit' : 'Deduction', reference: '', quantity: 1 },
  ...{ unitCents: cents, totalCents: cents, taxPercent },
})

const noTotals: RateTotals = { grossCents: 0, taxCents: 0 }

function sumDocumentsByRate(documents: readonly DocumentContents[]): Rates {
  const rates = new Map<number, RateTotals>()
  for (const { lines, taxes, pricesIncludeTax = true } of documents)
    for (const [rate, taxed] of groupByRate(lines)) {
      const { grossCents, taxCents } = rates.get(rate) ?? noTotals
      const tax = taxes.find(({ percent }) => percent === rate)?.cents ?? 0
      const gross = sumCents(taxed) + (pricesIncludeTax ? 0 : tax)
      rates.set(rate, { grossCents: grossCents + gross, taxCents: taxCents + tax })
    }
  return rates
}
