import { setImmediate as letOthersRun } from 'node:timers/promises'
import { formatCents } from '#contract/pricing/money.ts'
import { formatDateInWords, formatTimeInZone } from '#contract/time-zones.ts'
import type { DocumentContents } from '#db/tables/documents.ts'
import { embedFonts } from './pdf-fonts.ts'
import { bottom, contentWidth, createSheet, type Look, margin, markHeight, type Sheet } from './pdf-sheet.ts'

export type DocumentKind = 'proForma' | 'invoice' | 'deliveryNote' | 'packingSlip' | 'creditNote'

export interface PrintedDocument {
  kind: DocumentKind
  contents: DocumentContents
  number?: number
  issuedAt: Date
  shipment?: {
    position: number
    carrier: string
    trackingNumber: string
    pieces: readonly { ordered: number; toFollow: number }[]
    /** What the order has left for later shipments. */
    later: readonly { sku: string; name: string; quantity: number }[]
  }
}

const titles = {
  proForma: 'Pro forma invoice',
  invoice: 'Invoice',
  deliveryNote: 'Delivery note',
  packingSlip: 'Packing slip',
  creditNote: 'Credit note',
} as const
const hasPrices = (kind: DocumentKind) => kind !== 'deliveryNote' && kind !== 'packingSlip'

const columnWidth = 68

/** One file of all of them; each begins on a page of its own and numbers its pages. */
export async function renderPdf(documents: readonly PrintedDocument[], look: Look): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const [first] = documents
  if (!first) throw new Error('nothing to print')
  const Title = documents.length === 1 ? getTitle(first) : `${documents.length} × ${titles[first.kind]}`
  const { issuedAt } = first
  const info = { Title, Author: first.contents.seller.name, CreationDate: issuedAt, ModDate: issuedAt }
  const pdf = new PDFDocument({ size: 'A4', margin, bufferPages: true, info, lang: 'en' })
  const chunks: Buffer[] = []
  pdf.on('data', chunk => chunks.push(chunk))
  const ended = new Promise<void>(resolve => pdf.on('end', resolve))
  for (const [index, document] of documents.entries()) {
    if (index > 0) {
      await letOthersRun()
      pdf.addPage()
    }
    // A document's fonts do not depend on what others say.
    await writeDocument(createSheet(pdf, await embedFonts(pdf, listTexts(document), index)), document, look)
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const getTitle = ({ kind, number }: PrintedDocument) =>
  [titles[kind], number].filter(part => part !== undefined).join(' ')

async function writeDocument(sheet: Sheet, document: PrintedDocument, look: Look): Promise<void> {
  const { kind, contents, shipment } = document
  const title = getTitle(document)
  const firstPage = sheet.pdf.bufferedPageRange().count - 1
  writeHead(sheet, document, title, look)
  await writeLines(sheet, document)
  if (hasPrices(kind)) writeSums(sheet, document)
  if (contents.note !== '') sheet.paragraph(`Note: ${limitLines(contents.note)}`)
  numberPages(sheet, shipment ? `${title}, order ${contents.orderNumber}` : title, firstPage)
}

const listTexts = ({ contents, shipment }: PrintedDocument) => {
  const { seller, billTo, shipTo, buyerTaxId, transactionId, note, lines, poNumber, credit } = contents
  return [
    ...Object.values(seller),
    ...[shipment?.carrier ?? '', shipment?.trackingNumber ?? '', buyerTaxId, transactionId ?? ''],
    ...[billTo, shipTo, note, poNumber, credit?.reason ?? '', credit?.reference ?? ''],
    ...lines.flatMap(({ name, reference }) => [name, reference]),
    ...(shipment?.later ?? []).map(({ name }) => name),
  ]
}

/** In characters. A longer name is set smaller: the head must fit on the first page. */
const longName = 60
const maxLines = 10

function limitLines(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return [...lines.slice(0, maxLines - 1), lines.slice(maxLines - 1).join(', ')].filter(line => line !== '').join('\n')
}

function writeHead(
  { pdf, write, measureHeight, mark }: Sheet,
  { kind, contents, issuedAt, shipment }: PrintedDocument,
  title: string,
  look: Look,
) {
  const { seller, timeZone } = contents
  const half = contentWidth / 2 - 10
  const right = margin + contentWidth / 2 + 10
  const sellerLines = [limitLines(seller.address), seller.contact, seller.taxId && `Tax id ${seller.taxId}`]
    .filter(line => line !== '')
    .join('\n')
  const headline = { bold: true, size: 14 } as const
  const nameStyle = { ...headline, size: seller.name.length > longName ? 10 : headline.size }
  const indent = mark(look)
  const nameTop = margin + Math.max(0, (markHeight - measureHeight(seller.name, half - indent, nameStyle)) / 2)
  const belowName = margin + Math.max(markHeight, measureHeight(seller.name, half - indent, nameStyle)) + 6
  const belowTitle = margin + measureHeight(title, half, headline) + 4
  write(seller.name, margin + indent, nameTop, half - indent, nameStyle)
  write(sellerLines, margin, belowName, half)
  write(title, right, margin, half, { ...headline, align: 'right' })
  const facts = [
    `Date ${formatDateInWords(issuedAt, timeZone)}`,
    `Order ${contents.orderNumber} of ${formatDateInWords(new Date(contents.placedAt), timeZone)}`,
    contents.credit && `Invoice ${contents.credit.invoiceNumber}`,
    contents.poNumber && `Purchase order ${contents.poNumber}`,
    shipment && `Shipment ${shipment.position}`,
    shipment && `${shipment.carrier} ${shipment.trackingNumber}`.trim(),
  ].filter(line => typeof line === 'string' && line !== '')
  write(facts.join('\n'), right, belowTitle, half, { align: 'right' })
  const top =
    10 + Math.max(belowName + measureHeight(sellerLines, half), belowTitle + measureHeight(facts.join('\n'), half))
  const billTo = [limitLines(contents.billTo), contents.buyerTaxId && `Tax id ${contents.buyerTaxId}`]
    .filter(line => line !== '')
    .join('\n')
  const addresses = hasPrices(kind) ? [['Bill to', billTo, margin] as const] : []
  const columns = [...addresses, ['Deliver to', limitLines(contents.shipTo), hasPrices(kind) ? right : margin] as const]
  for (const [name, text, x] of columns) {
    write(name, x, top, half, { gray: true })
    write(text, x, top + 15, half)
  }
  pdf.y = top + 32 + Math.max(...columns.map(([, text]) => measureHeight(text, half)))
}

/** Yields to requests between pages: 1,000 lines take 0.25 s. */
async function writeLines(sheet: Sheet, { kind, contents, shipment }: PrintedDocument): Promise<void> {
  const { lines, taxes } = contents
  const { pdf, write, measureHeight, rule } = sheet
  const format = createFormat(contents)
  const end = margin + contentWidth
  const priced = ['Total', ...(taxes.length > 0 ? ['Tax'] : []), 'Each', 'Pieces']
  const shown = hasPrices(kind) ? priced : shipment ? ['Packed', 'To follow', 'Here', 'Ordered'] : ['Pieces']
  const columns = shown.map((name, index) => ({
    name,
    width: columnWidth - 10,
    x: end - (index + 1) * columnWidth + 10,
  }))
  const nameWidth = (columns.at(-1)?.x ?? end) - margin - 95
  const writeHeading = () => {
    const { y } = pdf
    write('SKU', margin, y, 85, { bold: true })
    write('Tool', margin + 90, y, nameWidth, { bold: true })
    for (const column of columns) write(column.name, column.x, y, column.width, { bold: true, align: 'right' })
    rule(y + 14)
    pdf.y = y + 19
  }
  writeHeading()
  for (const [index, line] of lines.entries()) {
    const name = line.reference === '' ? line.name : `${line.name}\nYour reference: ${line.reference}`
    const height = Math.max(measureHeight(name, nameWidth), measureHeight(line.sku, 85)) + 6
    if (pdf.y + height > bottom) {
      await letOthersRun()
      pdf.addPage()
      pdf.y = margin
      writeHeading()
    }
    const { y } = pdf
    const values: Record<string, string> = {
      Pieces: String(line.quantity),
      Each: format(line.unitCents),
      Tax: `${line.taxPercent}%`,
      Total: format(line.totalCents),
      Ordered: String(shipment?.pieces[index]?.ordered ?? ''),
      Here: String(line.quantity),
      'To follow': String(shipment?.pieces[index]?.toFollow ?? ''),
    }
    write(line.sku, margin, y, 85)
    write(name, margin + 90, y, nameWidth)
    for (const column of columns) write(values[column.name] ?? '', column.x, y, column.width, { align: 'right' })
    if (shipment)
      pdf
        .rect(end - 10, y, 9, 9)
        .lineWidth(0.5)
        .strokeColor('#14181f')
        .stroke()
    pdf.y = y + height
  }
  rule(pdf.y)
  if (!shipment) return
  sheet.paragraph(`Pieces in this shipment: ${lines.reduce((sum, { quantity }) => sum + quantity, 0)}`)
  if (shipment.later.length > 0)
    sheet.paragraph(`To follow:\n${limitLines(shipment.later.map(describeLater).join('\n'))}`)
}

const describeLater = ({ sku, name, quantity }: { sku: string; name: string; quantity: number }) =>
  `${quantity} × ${sku}, ${name}`

const createFormat =
  ({ currency = 'USD' }: DocumentContents) =>
  (cents: number) =>
    formatCents(cents, currency)

type Sum = readonly [name: string, cents: number, bold: boolean]

function listSums({ totalCents, taxes, pricesIncludeTax = true }: DocumentContents): Sum[] {
  const total: Sum = ['Total', totalCents, true]
  const taxSums = taxes.map(({ percent, cents }): Sum => {
    return [pricesIncludeTax ? `${percent}% tax included` : `${percent}% tax`, cents, false]
  })
  if (pricesIncludeTax) return [total, ...taxSums]
  return [['Without tax', totalCents - taxes.reduce((sum, { cents }) => sum + cents, 0), false], ...taxSums, total]
}

function writeSums({ pdf, write, paragraph }: Sheet, { kind, contents }: PrintedDocument): void {
  const { totalCents, paidAt, transactionId, paymentMethod, heldUntil, payUntil, seller, timeZone } = contents
  const format = createFormat(contents)
  const sums = listSums(contents).map(([name, cents, bold]) => [name, format(cents), bold] as const)
  if (pdf.y + 15 * sums.length + 60 > bottom) pdf.addPage()
  let y = pdf.y + 10
  for (const [name, value, bold] of sums) {
    write(name, margin + contentWidth - 250, y, 165, { bold, align: 'right' })
    write(value, margin + contentWidth - 80, y, 80, { bold, align: 'right' })
    y += 15
  }
  pdf.y = y
  if (kind === 'invoice' && paidAt) {
    const method = paymentMethod === 'card' ? 'card' : 'bank transfer'
    paragraph(`Paid by ${method} on ${formatDateInWords(new Date(paidAt), timeZone)}, transaction ${transactionId}.`)
  }
  if (contents.credit) writeCredit(paragraph, contents.credit)
  if (kind !== 'proForma') return
  const time = payUntil ? formatTimeInZone(new Date(payUntil), timeZone) : ''
  const request = `Please pay ${format(totalCents)} by ${time}`
  paragraph(
    heldUntil
      ? `This is not an invoice. ${request}. The pieces are held for you until then.`
      : `This is not an invoice. ${request} to secure your pieces: they are not held for you.`,
  )
  if (seller.bank !== '')
    paragraph(`By bank transfer, with the reference “Order ${contents.orderNumber}”:\n${limitLines(seller.bank)}`)
}

function writeCredit(paragraph: Sheet['paragraph'], credit: NonNullable<DocumentContents['credit']>): void {
  if (credit.cancels !== undefined) {
    paragraph(`This takes credit note ${credit.cancels} back: its money was not paid.`)
    return
  }
  paragraph(
    credit.reference === ''
      ? 'The total goes back to the card that paid.'
      : `The total was sent back by bank transfer, reference ${credit.reference}.`,
  )
  if (credit.reason !== '') paragraph(`Reason: ${credit.reason}`)
}

function numberPages({ pdf, write }: Sheet, title: string, firstPage: number): void {
  const count = pdf.bufferedPageRange().count - firstPage
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(firstPage + page)
    // The footer lies below the margin, where PDFKit would add a page.
    pdf.page.margins.bottom = 0
    write(title, margin, bottom + 25, contentWidth / 2, { gray: true, size: 8 })
    write(`Page ${page + 1} of ${count}`, margin + contentWidth / 2, bottom + 25, contentWidth / 2, {
      gray: true,
      size: 8,
      align: 'right',
    })
  }
}
