import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { tools } from '#db/tables/catalogue.ts'
import { invoices } from '#db/tables/documents.ts'
import { orders } from '#db/tables/orders.ts'
import { type AddedTool, assertRefused, type TestAccount } from '#test/open-shop.ts'
import { payOrder, placeOrder, toLine } from '#test/orders.ts'
import { readPdf } from '#test/pdf-text.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { findViolations } from '#test/shop-invariants.ts'
import { withDeadline } from '#test/wait-until.ts'
import { issueDueCreditNotes } from './credit-notes.ts'
import { issueDueInvoices } from './invoices.ts'

const shop = prepareShop({
  TAX_PERCENT: '20',
  SELLER_NAME: 'Forge & Sons Ltd',
  SELLER_ADDRESS: '12 Foundry Road; Toolington',
  SELLER_TAX_ID: 'GB 987',
  SELLER_BANK: 'IBAN GB00 1234',
})
const admin = prepare(() => shop.logInAsAdmin())
const adze = prepare(() => shop.addTool({ available: 100_000 }))

const shipTo = {
  name: 'Łukasz Żółć',
  company: 'Мосты',
  street: '1 Forge Lane',
  city: 'Leeds',
  region: '',
  postalCode: 'LS1 4AP',
  country: 'United Kingdom',
  phone: '555 0100',
  taxId: 'GB 123',
}

const place = (buyer: TestAccount, lines = [toLine(adze, 2)]) =>
  placeOrder(buyer, lines, { shipTo, poNumber: 'PO-4711', note: 'Ring at the gate.' })
const pay = (buyer: TestAccount, orderId: string) => payOrder({ shop, buyer }, orderId)

type Kind = 'proForma' | 'invoice' | 'deliveryNote'

const fetchDocument = ({ client }: TestAccount, id: string, kind: Kind) =>
  client.getOrderDocument({ params: { id, kind } })

async function readText(person: TestAccount, id: string, kind: Kind): Promise<string[]> {
  const { pdf } = await fetchDocument(person, id, kind)
  return readPdf(Buffer.from(pdf, 'base64'))
}

function assertHas(text: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `“${part}” is not in: ${text}`)
}

test('an unpaid order has a pro forma with the bank account, and no invoice', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await place(buyer)
  const [page = ''] = await readText(buyer, id, 'proForma')
  const { number, expiresAt } = await buyer.client.getOrderDetails({ params: { id } })
  const [day, time] = expiresAt?.split(/[T.]/) ?? []
  assertHas(
    page,
    `Please pay $20.00 by ${day} ${time?.slice(0, 5)} UTC to secure your pieces: they are not held for you.`,
  )
  assertHas(page, 'Pro forma invoice', `Order ${number}`, 'Purchase order PO-4711', 'Forge & Sons Ltd', 'Tax id GB 987')
  assertHas(page, '+1 555 0100, hello@example.com')
  assertHas(page, 'Łukasz Żółć', 'Мосты', '1 Forge Lane', 'Tax id GB 123', 'Adze', '$10.00', '$20.00')
  assertHas(
    page,
    'Tax',
    '20%',
    '20% tax included',
    '$3.33',
    'This is not an invoice.',
    `the reference “Order ${number}”`,
    'IBAN GB00 1234',
  )
  assertHas(page, 'Note: Ring at the gate.', 'Page 1 of 1')
  for (const kind of ['invoice', 'deliveryNote'] as const)
    await assertRefused(fetchDocument(buyer, id, kind), 'document_unavailable')
  assert.equal(await shop.app.shop.db.$count(invoices, eq(invoices.orderId, id)), 0)
})

test('a paid order has an invoice, as it was issued, and a delivery note without prices', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await place(buyer)
  await pay(buyer, id)
  const before = await readText(buyer, id, 'invoice')
  const { number, transactionId } = await buyer.client.getOrderDetails({ params: { id } })
  const [invoice] = await shop.app.shop.db.select().from(invoices).where(eq(invoices.orderId, id))
  assertHas(before[0] ?? '', `Invoice ${invoice?.number}`, `Order ${number}`, `transaction ${transactionId}`, '$20.00')
  await shop.app.shop.db.update(orders).set({ buyerName: 'Changed', shipTo: null }).where(eq(orders.id, id))
  await shop.app.shop.db.update(tools).set({ name: 'Renamed' }).where(eq(tools.id, adze._id))
  assert.deepEqual(await readText(buyer, id, 'invoice'), before)
  await assert.rejects(shop.app.shop.db.update(invoices).set({ number: 1_000_000 }).where(eq(invoices.orderId, id)))
  const [note = ''] = await readText(admin, id, 'deliveryNote')
  assertHas(note, 'Delivery note', 'Adze')
  assert.ok(!note.includes('$') && !note.includes('Bill to'), note)
  await assertRefused(fetchDocument(buyer, id, 'proForma'), 'document_unavailable')
  assert.equal((await fetchDocument(buyer, id, 'invoice')).fileName, `invoice-${invoice?.number}.pdf`)
  await shop.app.shop.db.update(tools).set({ name: 'Adze' }).where(eq(tools.id, adze._id))
})

test('documents are the buyer’s and admins’', async () => {
  const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const id = await place(buyer)
  await assertRefused(fetchDocument(other, id, 'proForma'), 'order_not_found')
  await readText(admin, id, 'proForma')
  await readText(buyer, id, 'proForma')
})

test('the export of an account has its invoices and credit notes', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await place(buyer)
  await admin.client.markPaid({ params: { id }, body: { reference: 'SEPA' } })
  await fetchDocument(buyer, id, 'invoice')
  const refundId = crypto.randomUUID()
  await admin.client.refundOrder({ params: { id, refundId }, body: { amount: 1, reference: 'OUT 1' } })
  await buyer.client.getCreditNote({ params: { id: refundId } })
  const { creditNotes, invoices: listed } = await readPersonalData(buyer.client, buyer.email)
  const { number } = await buyer.client.getOrderDetails({ params: { id } })
  for (const documents of [creditNotes, listed]) {
    assert.deepEqual(
      documents.map(({ orderNumber }) => orderNumber),
      [number],
    )
    assert.match(documents[0]?.billTo ?? '', /\S/)
  }
})

test('the job issues what is due, with numbers without gaps, also at once and by hand', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.createVerifiedBuyer()))
  const ids: string[] = []
  for (const buyer of buyers)
    for (let count = 0; count < 3; count++) {
      const id = await place(buyer)
      await admin.client.markPaid({ params: { id }, body: { reference: `SEPA ${count}` } })
      ids.push(id)
    }
  const { db } = shop.app.shop
  const jobs = [1, 2, 3].map(() => issueDueInvoices(shop.app.shop))
  const reads = ids.slice(0, 4).map(id => fetchDocument(admin, id, 'invoice'))
  await withDeadline(Promise.all([...jobs, ...reads]), 'invoices are issued', 60_000)
  const numbers = (await db.select().from(invoices).orderBy(invoices.number)).map(({ number }) => number)
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  )
  assert.equal(await db.$count(orders, eq(orders.invoiceDue, true)), 0)
  assert.deepEqual(await findViolations(db), [])
})

test('an invoice that fails takes no number', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await place(buyer)
  await admin.client.markPaid({ params: { id }, body: { reference: 'SEPA' } })
  const { db } = shop.app.shop
  await db.execute(sql`alter table invoices add constraint full_up check (false) not valid`)
  await assert.rejects(issueDueInvoices(shop.app.shop))
  await db.execute(sql`alter table invoices drop constraint full_up`)
  await issueDueInvoices(shop.app.shop)
  assert.deepEqual(await findViolations(db), [])
  assert.equal(await db.$count(invoices, eq(invoices.orderId, id)), 1)
})

test('an invoice or credit note that fails does not stop the others', async () => {
  const { db } = shop.app.shop
  await issueDueInvoices(shop.app.shop)
  await issueDueCreditNotes(shop.app.shop)
  const [broken, sound] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const ids = [await place(broken), await place(sound)]
  for (const id of ids) {
    await admin.client.markPaid({ params: { id }, body: { reference: 'SEPA' } })
    const refund = { amount: 1, reference: 'SEPA back' }
    await admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body: refund })
  }
  const [first = ''] = ids
  const issue = async () => {
    const failed: string[] = []
    const onError = (id: string) => failed.push(id)
    const counts = [
      await issueDueInvoices(shop.app.shop, { onError }),
      await issueDueCreditNotes(shop.app.shop, { onError }),
    ]
    return { counts, failedCount: failed.length }
  }
  await db.execute(sql.raw(`alter table invoices add constraint broken check (order_id <> '${first}') not valid`))
  assert.deepEqual(await issue(), { counts: [1, 1], failedCount: 2 })
  await db.execute(sql`alter table invoices drop constraint broken`)
  assert.deepEqual(await issue(), { counts: [1, 1], failedCount: 0 })
  assert.deepEqual(await findViolations(db), [])
})

test('a document of many lines has its heading and number on each page', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const added: AddedTool[] = []
  for (let number = 0; number < 120; number++) added.push(await shop.addTool({ name: `Nut ${number}` }))
  const id = await place(
    buyer,
    added.map(tool => toLine(tool, 1)),
  )
  const pages = await readText(buyer, id, 'proForma')
  assert.ok(pages.length >= 3 && pages.length <= 5, String(pages.length))
  for (const [index, page] of pages.entries()) {
    assertHas(page, `Page ${index + 1} of ${pages.length}`)
    if (index < pages.length - 1) assertHas(page, 'Pieces')
  }
  assertHas(pages.join('\n'), 'Nut 0', 'Nut 119', '$1,200.00')
})

test('invoices and packing slips of a selection are one file, each on pages of its own', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const [first, second, unpaid] = [await place(buyer), await place(buyer), await place(buyer)]
  for (const id of [first, second]) await pay(buyer, id)
  const print = (kind: 'invoice' | 'packingSlip', ids: readonly string[]) =>
    admin.client.printOrders({ body: { kind, ids: [...ids] } })
  const numbers = (await buyer.client.listOrders({})).map(({ number }) => number).toReversed()
  const { count, fileName, pdf } = await print('invoice', [first, unpaid, second])
  assert.deepEqual([count, fileName], [2, 'invoices.pdf'])
  const pages = await readPdf(Buffer.from(pdf, 'base64'))
  assert.equal(pages.length, 2)
  for (const [index, page] of pages.entries()) assertHas(page, `Order ${numbers[index]} of`, 'Page 1 of 1', '$20.00')
  await assertRefused(print('packingSlip', [first, second]), 'document_unavailable')
  await assertRefused(print('invoice', [unpaid]), 'document_unavailable')
  const lines = [{ toolId: adze._id, quantity: 1 }]
  for (let times = 0; times < 2; times++)
    await admin.client.shipOrder({ params: { id: first, shipmentId: crypto.randomUUID() }, body: { lines } })
  const slips = await print('packingSlip', [first, second])
  assert.equal(slips.count, 2)
  const texts = await readPdf(Buffer.from(slips.pdf, 'base64'))
  for (const [index, text] of texts.entries()) assertHas(text, `Shipment ${index + 1}`, 'Pieces in this shipment: 1')
})

test('an unpaid order names the account for a transfer, a paid one does not', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await place(buyer)
  const readAccount = async () => (await buyer.client.getOrderDetails({ params: { id } })).bankAccount
  assert.equal(await readAccount(), 'IBAN GB00 1234')
  await pay(buyer, id)
  assert.equal(await readAccount(), '')
})
