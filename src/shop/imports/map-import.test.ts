import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { writeXlsx } from 'hucre'
import { Refusal } from '#contract/refusal.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import { assertRefused, type TestAccount } from '#test/open-shop.ts'
import { prepareShop, setUp } from '#test/prepare.ts'
import { buildSheetParts, buildWorkbook, sheetName, zipEntries, zipPaddedText, zipText } from '#test/zip.ts'
import { processImports } from './process-imports.ts'

const shop = prepareShop()
let admin: TestAccount
setUp(async () => {
  // The shop's own job would take imports from the tests.
  await shop.app.jobs.stop()
  admin = await shop.logInAsAdmin()
})

const work = () => processImports(shop.app.shop)
const get = (id: string) => admin.client.getImport({ params: { id } })
const newSku = () => `MAP-${crypto.randomUUID().slice(0, 8)}`

async function upload(content: string | Uint8Array, form: { supplier?: string; sheet?: string } = {}) {
  const id = crypto.randomUUID()
  await admin.client.addImport({
    params: { id },
    form: { file: new File([typeof content === 'string' ? content : new Uint8Array(content)], 'list.csv'), ...form },
  })
  await work()
  return get(id)
}

type Details = Awaited<ReturnType<typeof get>>

async function map({ _id, mapping }: Details, answers: Partial<ImportMapping> = {}, supplier = '') {
  assert.ok(mapping)
  await admin.client.mapImport({ params: { id: _id }, body: { mapping: { ...mapping, ...answers }, supplier } })
  await work()
  return get(_id)
}

async function apply({ _id: id, version }: Details) {
  await admin.client.applyImport({ params: { id }, body: { version } })
  await work()
  return get(id)
}

async function listErrors(request: Promise<unknown>): Promise<string[]> {
  const error = await request.then(
    () => assert.fail('not refused'),
    (reason: unknown) => reason,
  )
  return error instanceof Refusal ? error.errors.map(({ field, message }) => `${field}: ${message}`) : assert.fail()
}

async function getTool(sku: string) {
  const [found] = await admin.client.findTools({ body: { skus: [sku] } })
  return found ? admin.client.getToolDetails({ params: { id: found._id } }) : assert.fail(`no tool ${sku}`)
}

test('a supplier’s list asks for its columns once, adds tools with defaults, and asks nothing the next month', async () => {
  const supplier = `Halvard ${newSku()}`
  const [first, second, third] = [newSku(), newSku(), newSku()]
  const head = 'Artikelnummer;Bezeichnung;Warengruppe;VPE;Listenpreis;Lagerplatz'
  const build = (price: string) =>
    `Preisliste 2027;;\n${head}\n${first};Bohrhammer;Rohrwerkzeug ${first};4;${price};A1\n${second};Säge;;;79,-;B2\nSumme;;;;1,00;\n`
  const uploaded = await upload(build('1.189,50'), { supplier })
  assert.equal(uploaded.state, 'mapping')
  assert.deepEqual(uploaded.mapping?.columns, ['sku', 'name', 'category', 'increment', 'price', null])
  assert.deepEqual(
    uploaded.fileTable?.leftOut.map(({ position, kind }) => [position, kind]),
    [
      [0, 'above'],
      [4, 'total'],
    ],
  )
  const mapped = await map(uploaded, { defaults: { brand: 'Halvard', available: '7' } }, supplier)
  assert.deepEqual([mapped.state, mapped.counts.new, mapped.counts.faulty], ['checked', 2, 0])
  assert.equal((await apply(mapped)).state, 'applied')
  const hammer = await getTool(first)
  assert.deepEqual(
    [hammer.price, hammer.increment, hammer.minimum, hammer.available, hammer.brand, hammer.description],
    [1189.5, 4, 4, 7, 'Halvard', 'Bohrhammer'],
  )
  assert.equal(hammer.category, `rohrwerkzeug-${first.toLowerCase()}`)
  assert.deepEqual([(await getTool(second)).price, (await getTool(second)).minimum], [79, 1])
  assert.ok((await admin.client.listImportSuppliers({})).includes(supplier))

  const next = await upload(build('1.250,50'), { supplier })
  assert.deepEqual([next.state, next.counts.changed, next.counts.unchanged], ['checked', 1, 1])
  const [largest] = await admin.client.listImportRows({ params: { id: next._id }, query: {} })
  assert.deepEqual([largest?.name, largest?.changes.length, largest?.change.toFixed(4)], ['Bohrhammer', 1, '0.0513'])
  assert.equal((await upload(build('1.260,50'))).state, 'checked', 'the same headings are known without the name')

  const other = await upload(`${head.replace('Listenpreis', 'Preis neu')}\n${third};Feile;;;1,50;\n`, { supplier })
  assert.equal(other.state, 'mapping')
  assert.deepEqual(other.fileTable?.differences, [
    '“Listenpreis”, the price, is not in this file.',
    '“Preis neu” is new in this file.',
  ])
})

test('headings without a supplier’s name are known if only one supplier has them', async () => {
  const [mark, sku] = [newSku(), newSku()]
  const file = `Item no.,Price,Rack ${mark}\n${sku},10.00,A1`
  const first = await map(await upload(file), { discount: 5 }, `One ${mark}`)
  assert.equal(first.supplier, `One ${mark}`)
  const known = await upload(file)
  assert.deepEqual([known.state, known.supplier, known.mapping?.discount], ['checked', `One ${mark}`, 5])
  await map(await upload(file, { supplier: `Two ${mark}` }), {}, `Two ${mark}`)
  const unknown = await upload(file)
  assert.deepEqual([unknown.state, unknown.supplier], ['mapping', ''])
  const headless = '1,A-17,10.00\n2,A-18,11.50\n3,A-19,12.00'
  await map(await upload(headless), { columns: [null, 'sku', 'price'] }, `Three ${mark}`)
  assert.equal((await upload(headless)).state, 'mapping', 'no headings tell nothing')
  assert.equal((await upload(headless, { supplier: `Three ${mark}` })).state, 'checked')
})

test('a list in the shop’s own columns asks nothing, unless a column may mean something else', async () => {
  const [first, second] = [newSku(), newSku()]
  for (const sku of [first, second]) await shop.addTool({ name: 'Awl', sku, price: 5 })
  const described = await upload(`SKU,Description\n${first},Bores.`)
  assert.deepEqual([described.state, described.mapping?.columns], ['mapping', ['sku', 'name']])
  const replaced = await upload(`SKU,Name,Replacement SKU\n${newSku()},Burin,${first}\n${newSku()},Bevel,${second}`)
  assert.deepEqual([replaced.counts.changed, replaced.mapping?.columns], [0, ['sku', 'name', 'replacementSku']])
  const twice = await upload(`SKU,Price,price\n${first},1,2`)
  assert.deepEqual([twice.state, twice.mapping?.columns], ['mapping', ['sku', 'price', null]])
  assert.equal(twice.fileTable?.columns[2]?.note, '“Price” is proposed for the same.')
  assert.deepEqual(await listErrors(map(twice, { columns: ['sku', 'price', 'price'] })), [
    'columns: “Price” is chosen for two columns: “Price” and “price”.',
  ])
})

test('what keeps a list from being read is said at the columns', async () => {
  const sku = newSku()
  const uploaded = await upload(`Item,Price,Net price,Stock\n${sku},1.250,2.250,5`)
  const params = { id: uploaded._id }
  const tryMapping = (columns: ImportMapping['columns'], more: Partial<ImportMapping> = {}) =>
    listErrors(admin.client.mapImport({ params, body: { mapping: { columns, ...more } } }))
  assert.deepEqual(await tryMapping([null, 'price', null, null]), ['columns: Which column is the SKU?'])
  assert.deepEqual(await tryMapping(['sku', null, null, null]), ['columns: Choose at least one column beside the SKU.'])
  assert.deepEqual(await tryMapping(['sku', 'price', 'price', null], { decimalSign: '.' }), [
    'columns: “Price” is chosen for two columns: “Price” and “Net price”.',
  ])
  assert.deepEqual(await tryMapping(['sku', 'price', null, null]), [
    'decimalSign: “1.250” can mean 1.25 or 1,250. How does the file write decimals?',
  ])
  assert.deepEqual(await tryMapping(['sku', 'price']), ['columns: The file has other columns.'])
  assert.deepEqual(await tryMapping(['sku', 'available', null, null], { discount: 100 }), [
    'mapping.discount: A discount is below 100 percent.',
  ])
  const computed = [
    'columns: Price breaks can’t be read beside a discount, a price for many pieces or prices in cents.',
  ]
  assert.deepEqual(await tryMapping(['sku', 'priceBreaks', null, null], { discount: 5 }), computed)
  assert.deepEqual(await tryMapping(['sku', 'priceBreaks', 'pricePer', null]), computed)
  await admin.client.discardImport({ params })
  await assertRefused(map(uploaded, { decimalSign: '.' }), 'changed_meanwhile')
})

test('prices in another currency are refused, by their column and by their row', async () => {
  const sku = newSku()
  const uploaded = await upload(`Item no.,Name,Price\n${sku},Awl,12.50 €`)
  assert.deepEqual(await listErrors(map(uploaded)), [
    'columns: Prices of this shop are in USD, but “Price” has “12.50 €”.',
  ])
  const named = await map(
    await upload(`Item no.,Name,Price,Currency\n${sku},Awl,12.50,EUR\n${newSku()},Burin,9.50,usd`),
  )
  assert.deepEqual([named.counts.faulty, named.counts.new], [1, 1])
  const [row] = await admin.client.listImportRows({ params: { id: named._id }, query: { status: 'faulty' } })
  assert.deepEqual(row?.errors, [
    { column: 'price', message: 'Prices of this shop are in USD, but this is “12.5 EUR”.' },
  ])
  const rounded = await map(await upload(`Item no.,Name,Price,Currency\n${sku},Awl,12.5012,EUR`), {
    roundsPrices: true,
  })
  assert.deepEqual([rounded.counts.faulty, rounded.counts.new], [1, 0])
  const breaks = await upload(`SKU,Price breaks\n${sku},5: £9.50`)
  assert.equal(breaks.counts.faulty, 1)
})

test('prices for 100 pieces are rounded to cents if the answers ask for it', async () => {
  const uploaded = await upload(`Item no.,Name,Price per 100\n${newSku()},Awl,385.50`)
  assert.equal((await map(uploaded)).counts.faulty, 1)
  const rounded = await map(uploaded, { roundsPrices: true })
  const [row] = await admin.client.listImportRows({ params: { id: rounded._id }, query: { status: 'new' } })
  assert.equal(row?.changes.find(({ column }) => column === 'price')?.after, '3.86')
})

test('columns can be chosen again until the rows are applied, and repaired rows stay repaired', async () => {
  const [first, second] = [newSku(), newSku()]
  for (const sku of [first, second]) await shop.addTool({ name: 'Awl', sku, price: 5 })
  const uploaded = await upload(`Item no.,List price,Dealer price\n${first},10.00,8.00\n${second},CALL,CALL`)
  const mapped = await map(uploaded, { columns: ['sku', 'price', null] })
  const params = { id: mapped._id }
  await admin.client.repairImportRow({ params: { ...params, position: '2' }, body: { cells: { price: '6' } } })
  const again = await map(await get(mapped._id), { columns: ['sku', null, 'price'] })
  assert.deepEqual([again.counts.changed, again.counts.faulty], [2, 0])
  await apply(again)
  assert.deepEqual([(await getTool(first)).price, (await getTool(second)).price], [8, 6])
})

test('price breaks follow the price by the same per cent, if wanted', async () => {
  const sku = newSku()
  await shop.addTool({
    name: 'Awl',
    sku,
    price: 10,
    priceBreaks: [
      { from: 20, price: 9 },
      { from: 50, price: 8.25 },
    ],
  })
  const raised = await map(await upload(`Item no.,Price\n${sku},11.00`), { scalesBreaks: true })
  await apply(raised)
  assert.deepEqual((await getTool(sku)).priceBreaks, [
    { from: 20, price: 9.9 },
    { from: 50, price: 9.08 },
  ])
  const halved = await map(await upload(`Item no.,Price\n${sku},5.00`))
  assert.equal(halved.counts.faulty, 1, 'a price below its breaks is a fault')
})

test('a workbook of several sheets is read as it is shown, and undone', async () => {
  const sku = newSku()
  const rows = [
    ['Item no.', 'Description', 'Price', 'Stock'],
    [sku, 'Awl', 118.4, 12],
  ]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Prices', rows, cells: new Map([['1,2', { value: 118.4, style: { numFmt: '[$$-409]#,##0.00' } }]]) },
      { name: 'Terms', rows: [['Delivered in 3 days']] },
    ],
  })
  assert.deepEqual(await listErrors(upload(bytes)), ['file: Choose one of its sheets: “Prices”, “Terms”.'])
  const applied = await apply(await map(await upload(bytes, { sheet: 'Prices' })))
  assert.deepEqual([(await getTool(sku)).price, (await getTool(sku)).available], [118.4, 12])
  const { _id } = await admin.client.undoImport({ params: { id: applied._id } })
  await work()
  const undo = await get(_id)
  assert.deepEqual([undo.undoes, undo.fileName, undo.counts.removed], [applied._id, 'Undo of list.csv', 1])
  assert.equal(undo.appliedBefore, null)
  await apply(undo)
  assert.equal((await get(applied._id)).state, 'undone')
  assert.deepEqual(await admin.client.findTools({ body: { skus: [sku] } }), [])
  const { _id: redoId } = await admin.client.undoImport({ params: { id: _id } })
  await work()
  await apply(await get(redoId))
  assert.deepEqual([(await getTool(sku)).price, (await getTool(sku)).name], [118.4, 'Awl'])
  const states = [applied._id, _id, redoId].map(async id => (await get(id)).state)
  assert.deepEqual(await Promise.all(states), ['applied', 'undone', 'applied'])
})

test('two columns with one heading keep what each of them holds', async () => {
  const supplier = `Twice ${newSku()}`
  const build = (price: string) => `Item no.;Text;Text;Price\n${newSku()};Awl;Alêne;${price}`
  const first = await upload(build('7.50'), { supplier })
  await map(first, { columns: ['sku', 'name', null, 'price'] }, supplier)
  const next = await upload(build('8.50'), { supplier })
  assert.deepEqual([next.state, next.mapping?.columns], ['checked', ['sku', 'name', null, 'price']])
})

test('the first row of a list without a heading is repaired, and is checked again with other columns', async () => {
  const sku = newSku()
  const list = await upload(`${sku};Awl;zz ${sku};7.50\n${newSku()};Saw;zz ${sku};8.50`)
  const answers: Partial<ImportMapping> = { columns: ['sku', 'name', 'category', 'price'], addsCategories: false }
  const { counts, version } = await map(list, answers)
  assert.deepEqual([counts.faulty, list.fileTable?.columns[0]?.title], [2, ''])
  await admin.client.repairImportRow({ params: { id: list._id, position: 0 }, body: { cells: { name: 'Bradawl' } } })
  const repaired = await get(list._id)
  assert.ok(repaired.version > version)
  const again = await map(repaired, { ...answers, addsCategories: true })
  assert.deepEqual([again.counts.new, again.counts.faulty], [2, 0])
  assert.equal((await admin.client.listImportRows({ params: { id: list._id } }))[0]?.cells.name, 'Bradawl')
})

test('a list in the shop’s own columns that is asked about fills new tools as the page says', async () => {
  const sku = newSku()
  const list = await upload(`SKU,Name,Price,Available\n${sku},Awl,1.250,7`)
  assert.equal(list.state, 'mapping')
  const checked = await map(list, { decimalSign: ',' })
  assert.deepEqual([checked.counts.new, checked.counts.faulty], [1, 0])
})

/** The most memory that the process of the reader has, where the system tells. */
async function measureReader(run: () => Promise<unknown>): Promise<number> {
  const started: ChildProcess[] = []
  const remember = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process)
  }
  let peakMb = 0
  const timer = setInterval(() => {
    for (const { pid } of started) peakMb = Math.max(peakMb, readPeakMb(pid))
  }, 10)
  subscribe('child_process', remember)
  await run().finally(() => {
    clearInterval(timer)
    unsubscribe('child_process', remember)
  })
  return peakMb
}

/** 0 for a process that has ended. */
function readPeakMb(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1000
  } catch {
    return 0
  }
}

test('a hostile workbook ends its reader, not the shop', async () => {
  const sku = newSku()
  const toCells = (texts: readonly string[], row: number) =>
    texts.map((text, index) => `<c r="${'AB'[index]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const rows = [
    ['SKU', 'Price'],
    [sku, '7.50'],
  ].map((texts, index) => `<row r="${index + 1}">${toCells(texts, index + 1)}</row>`)
  const parts = buildSheetParts(rows.join(''))
  const buildSheet = (more: string) => buildWorkbook(zipText(sheetName, parts.join(more)))
  const refuse = async (bytes: Uint8Array<ArrayBuffer>) => (await listErrors(upload(bytes)))[0] ?? ''
  const tooMuch = /takes too much time or memory/
  const start = process.memoryUsage.rss()
  const bomb = buildWorkbook(await zipPaddedText(sheetName, parts, 1_500_000_000))
  const peakMb = await measureReader(async () => assert.match(await refuse(bomb), tooMuch))
  assert.ok(peakMb < 700, `the reader has taken ${peakMb} MB`)
  assert.match(await refuse(buildSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')), /cannot be read/)
  assert.ok(process.memoryUsage.rss() - start < 200_000_000, 'nothing of it is held by this process')
  const blank = Array.from({ length: 1_000_000 }, (_, index) => `<row r="${index + 3}"/>`).join('')
  const { state, rowCount } = await upload(buildSheet(blank))
  assert.deepEqual([state, rowCount], ['checked', 1], 'a million blank rows')
  const macro = zipEntries([zipText('xl/vbaProject.bin', 'x'), zipText('readme.txt', 'x')])
  assert.match(await refuse(macro), /cannot be read/)
})
