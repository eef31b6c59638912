import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { processImports } from '#shop/imports/process-imports.ts'
import { assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { prepareShop, setUp } from '#test/prepare.ts'
import { writeCsv } from './csv.ts'
import { streamText } from './stream-text.ts'

const shop = prepareShop()
let admin: TestAccount
setUp(async () => {
  // The shop's own job would take imports from the tests.
  await shop.app.jobs.stop()
  admin = await shop.logInAsAdmin()
})

type Input = Parameters<TestAccount['client']['exportList']>[0]

async function exportRows(list: Input['params']['list'], query: Input['query'] = {}) {
  const text = await (await admin.client.exportList({ params: { list }, query })).text()
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  return data
}

test('a list is exported with its filters and sort order, on all pages', async () => {
  const buyer = await shop.createVerifiedBuyer('Zora Quill')
  const tool = await shop.addTool({ name: 'Adze', price: 12.5, minimum: 1, available: 10_000, sku: 'ADZE-7' })
  await shop.app.shop.db.execute(sql`
    insert into reviews (account_id, name, email, city, rating, comment, img)
    select null, 'Ann', 'ann' || n || '@example.com', 'Hull', 4.5, 'Fine.', '/images/avatars/r01.svg' from generate_series(1, 1200) n`)
  assert.equal((await exportRows('reviews', { q: 'ann1' })).length, 312)
  for (const quantity of [3, 4]) await buyer.client.placeOrder(buildOrderInput(tool, buyer, quantity))
  const orders = await exportRows('orders', { q: 'Zora', sort: 'oldest' })
  assert.deepEqual(
    orders.map(row => [row['User name'], row.Email, row.Tools, row.Total, row.State]),
    [
      ['Zora Quill', buyer.email, 'Adze', '37.50', 'unpaid'],
      ['Zora Quill', buyer.email, 'Adze', '50.00', 'unpaid'],
    ],
  )
  assert.deepEqual(await exportRows('orders', { q: 'Zora', state: 'toShip' }), [])
  const lines = await exportRows('orderLines', { q: 'Zora', sort: 'oldest' })
  assert.deepEqual(
    lines.map(row => [row.SKU, row.Quantity, row.Price, row.Total]),
    [
      ['ADZE-7', '3', '12.50', '37.50'],
      ['ADZE-7', '4', '12.50', '50.00'],
    ],
  )
  const [account] = await exportRows('accounts', { q: buyer.email })
  assert.deepEqual([account?.Name, account?.Role, account?.['Email verified']], ['Zora Quill', 'customer', 'yes'])
})

test('an export with decimal commas is split at semicolons, and changes nothing when it is imported again', async () => {
  const sku = 'COMMA-1'
  const priceBreaks = [{ from: 20, price: 11.25 }]
  await shop.addTool({ name: 'Adze; broad', sku, price: 12.5, taxPercent: 7.5, priceBreaks })
  const query = { q: sku, decimalSign: ',' } as const
  const text = await (await admin.client.exportList({ params: { list: 'tools' }, query })).text()
  const [, row = ''] = text.split('\r\n')
  assert.match(row, /^COMMA-1;"Adze; broad";;;12,50;20: 11,25;/)
  assert.match(row, /;7,5;/)
  const id = crypto.randomUUID()
  const file = new File([text], 'tools.csv', { type: 'text/csv' })
  await admin.client.addImport({ params: { id }, form: { file } })
  await processImports(shop.app.shop)
  const { counts } = await admin.client.getImport({ params: { id } })
  assert.deepEqual([counts.unchanged, counts.faulty, counts.changed], [1, 0, 0])
})

test('all lines of a long order are exported', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const tools = await admin.client.listTools({ query: { limit: 14, orderable: 'true' } })
  const lines = tools.map(({ _id, minimum, price }) => ({ toolId: _id, quantity: minimum, price }))
  const { number } = await buyer.client.checkOut({ body: { lines } })
  assert.equal((await exportRows('orderLines', { q: String(number) })).length, 14)
})

test('tools are exported with all columns that an import accepts', async () => {
  await shop.addTool({
    ...{ name: 'Scriber', sku: 'SCR-1', price: 9.5, minimum: 6, increment: 3, unitLabel: 'box of 3', brand: 'Norvane' },
    ...{ priceBreaks: [{ from: 60, price: 8.25 }], taxPercent: 7.5, category: 'power-saws', discontinued: true },
    ...{ specifications: [{ name: 'Length', value: '140', unit: 'mm' }], replacementSku: 'ADZE-7' },
    ...{ gtin: '4006381333931', manufacturerNumber: 'N 140', discountGroup: 'Marking' },
  })
  const [row] = await exportRows('tools', { q: 'SCR-1' })
  assert.deepEqual(row, {
    [toolColumnTitles.sku]: 'SCR-1',
    [toolColumnTitles.name]: 'Scriber',
    [toolColumnTitles.brand]: 'Norvane',
    [toolColumnTitles.category]: 'power-saws',
    [toolColumnTitles.price]: '9.50',
    [toolColumnTitles.priceBreaks]: '60: 8.25',
    [toolColumnTitles.minimum]: '6',
    [toolColumnTitles.increment]: '3',
    [toolColumnTitles.unitLabel]: 'box of 3',
    [toolColumnTitles.available]: '100',
    [toolColumnTitles.availableBefore]: '100',
    [toolColumnTitles.taxPercent]: '7.5',
    [toolColumnTitles.specifications]: 'Length: 140 mm',
    [toolColumnTitles.description]: 'x',
    [toolColumnTitles.image]: '/images/jigsaw-800.webp',
    [toolColumnTitles.imageAlt]: '',
    [toolColumnTitles.discontinued]: 'yes',
    [toolColumnTitles.replacementSku]: 'ADZE-7',
    [toolColumnTitles.gtin]: '4006381333931',
    [toolColumnTitles.manufacturerNumber]: 'N 140',
    [toolColumnTitles.discountGroup]: 'Marking',
  })
})

test('only selected rows are exported, in list order, and only from lists with selection', async () => {
  const buyer = await shop.createVerifiedBuyer('Ines Wold')
  const [file, rasp, plane] = [
    await shop.addTool({ name: 'File', sku: 'SEL-1' }),
    await shop.addTool({ name: 'Rasp', sku: 'SEL-2' }),
    await shop.addTool({ name: 'Plane', sku: 'SEL-3' }),
  ]
  for (const tool of [file, rasp, plane]) await buyer.client.placeOrder(buildOrderInput(tool, buyer, 2))
  const [newest, , oldest] = await buyer.client.listOrders({})
  const ids = [newest?._id, oldest?._id].join(',')
  const getColumn = async (list: Input['params']['list'], column: string, query: Input['query']) =>
    (await exportRows(list, query)).map(row => row[column])
  assert.deepEqual(await getColumn('orders', 'Tools', { ids, sort: 'oldest' }), ['File', 'Plane'])
  assert.deepEqual(await getColumn('orderLines', 'SKU', { ids }), ['SEL-3', 'SEL-1'])
  const toolIds = [plane._id, rasp._id].join(',')
  assert.deepEqual(await getColumn('tools', toolColumnTitles.sku, { ids: toolIds, sort: 'name' }), ['SEL-3', 'SEL-2'])
  const [action] = await admin.client.listAdminActions({ query: { action: 'export_list', limit: 1 } })
  assert.deepEqual([action?.subject, action?.after.note], ['tools', 'sort name, 2 selected'])
  await assertRefused(exportRows('accounts', { ids }), 'invalid_input')
  const tooMany = Array.from({ length: 101 }, () => crypto.randomUUID()).join(',')
  for (const wrong of ['', 'x', `${ids},`, tooMany])
    await assertRefused(exportRows('orders', { ids: wrong }), 'invalid_input')
})

test('formulas are exported as text, with a byte order mark for Excel', async () => {
  await shop.addTool({ name: '=HYPERLINK("http://x","Ö")', sku: 'EVIL-1', description: '=1+1\nx' })
  const blob = await admin.client.exportList({ params: { list: 'tools' }, query: { q: 'EVIL-1' } })
  const bytes = Buffer.from(await blob.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const text = bytes.toString()
  assert.match(text, /^EVIL-1,"'=HYPERLINK\(""http:\/\/x"",""Ö""\)",/m)
  assert.match(text, /"'=1\+1\nx"/)
  assert.ok(
    text
      .replace(/"[^"]*"/g, '')
      .split('\n')
      .every(line => line === '' || line.endsWith('\r')),
  )
})

test('each export is recorded, and an unknown filter is refused', async () => {
  await exportRows('accounts', { q: 'nobody', blocked: 'true' })
  const [narrowed] = await admin.client.listAdminActions({ query: { action: 'export_list', limit: 1 } })
  assert.equal(narrowed?.after.note, 'nobody, blocked true')
  await exportRows('adminActions', { q: 'nobody at all' })
  const [action] = await admin.client.listAdminActions({ query: { action: 'export_list', limit: 1 } })
  assert.deepEqual(
    [action?.subject, action?.actorEmail, action?.after.note],
    ['adminActions', admin.email, 'nobody at all'],
  )
  await assertRefused(exportRows('returns', { state: 'unpaid' }), 'invalid_input')
})

test('rows are read on demand, until the reader stops', async () => {
  let read = 0
  let hasEnded = false
  async function* readRows() {
    try {
      for (; read < 1_000_000; read++) yield ['x'.repeat(100), read]
    } finally {
      hasEnded = true
    }
  }
  const reader = streamText(writeCsv({ fileName: 'x.csv', titles: ['a', 'b'], rows: readRows() }), () => {}).getReader()
  for (let chunk = 0; chunk < 3; chunk++) await reader.read()
  assert.ok(read < 2_000, `${read} rows`)
  await reader.cancel()
  assert.ok(hasEnded)
})
