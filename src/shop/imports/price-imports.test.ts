import assert from 'node:assert/strict'
import { test } from 'node:test'
import Papa from 'papaparse'
import type { ImportMapping, ImportRow } from '#contract/schemas/admin/imports.ts'
import { createCompany } from '#test/companies.ts'
import { assertRefused, type TestAccount } from '#test/open-shop.ts'
import { prepareShop, setUp } from '#test/prepare.ts'
import { processImports } from './process-imports.ts'
import { readImportFile } from './read-file.ts'

const shop = prepareShop()
let admin: TestAccount
setUp(async () => {
  // The shop's own job would take imports from the tests.
  await shop.app.jobs.stop()
  admin = await shop.logInAsAdmin()
})

const work = () => processImports(shop.app.shop)
const get = (id: string) => admin.client.getImport({ params: { id } })
const listRows = (id: string, query = {}) => admin.client.listImportRows({ params: { id }, query })
const addList = async () => (await admin.client.addPriceList({ body: { name: 'Trade A' } })).insertedId

/** Awl at 20.00 and Bevel at 10.00, both of a discount group of their own. */
async function addTools() {
  const mark = crypto.randomUUID().slice(0, 8)
  const [awl, bevel, group] = [`AWL-${mark}`, `BEV-${mark}`, `Group ${mark}`]
  const tools = [
    await shop.addTool({ name: 'Awl', sku: awl, price: 20, discountGroup: group }),
    await shop.addTool({ name: 'Bevel', sku: bevel, price: 10, discountGroup: group }),
  ] as const
  return { awl, bevel, group, tools }
}

async function upload(listId: string, text: string, mapping?: ImportMapping): Promise<string> {
  const id = crypto.randomUUID()
  const file = new File([text], 'prices.csv', { type: 'text/csv' })
  await admin.client.addImport({ params: { id }, form: { file, listId } })
  if (mapping) await admin.client.mapImport({ params: { id }, body: { mapping } })
  await work()
  return id
}

async function apply(id: string): Promise<void> {
  const { version } = await get(id)
  await admin.client.applyImport({ params: { id }, body: { version } })
  await work()
}

async function undo(id: string): Promise<string> {
  const { _id } = await admin.client.undoImport({ params: { id } })
  await work()
  await apply(_id)
  return _id
}

async function readList(listId: string) {
  const rows = await admin.client.listListRows({ params: { id: listId }, query: { limit: 100 } })
  return rows
    .map(({ sku, discountGroup, validFrom, price, priceBreaks, percentOff }) => {
      const breaks = priceBreaks.map(each => ` ${each.from}+ ${each.price}`).join('')
      return `${sku || discountGroup || '*'} ${validFrom} ${price ?? (percentOff === null ? 'ends' : `${percentOff}%`)}${breaks}`
    })
    .toSorted()
}

const toErrors = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ errors }) => errors.map(({ column, message }) => `${column}: ${message}`))

test('rows of a price list are read, reviewed, applied and taken back', async () => {
  const { awl, bevel, group } = await addTools()
  const listId = await addList()
  await admin.client.addListRow({ params: { id: listId }, body: { sku: awl, validFrom: '2026-01-01', price: 16 } })
  const before = await readList(listId)
  const id = await upload(
    listId,
    [
      'SKU,Discount group,Valid from,Price,Price breaks,Percent off',
      `${awl},,2026-01-01,15.20,10: 14.10,`,
      `${bevel.toLowerCase()},,01.02.2026,$9,,`,
      `,${group},2026-01-01,,,7.5%`,
      '*,,2026-01-01,,,ends',
    ].join('\n'),
  )
  const { state, counts, list } = await get(id)
  assert.deepEqual([state, list], ['checked', { _id: listId, name: 'Trade A' }])
  assert.deepEqual(counts, { pending: 0, new: 3, changed: 1, removed: 0, unchanged: 0, faulty: 0 })
  const rows = await listRows(id)
  assert.deepEqual(
    rows.map(({ sku, name, change }) => [sku, name, Number(change.toFixed(3))]),
    [
      [bevel.toLowerCase(), 'Bevel', -0.1],
      ['', group, -0.075],
      [awl, 'Awl', -0.05],
      ['*', '', 0],
    ],
    'against the price of the list, else the public one; the largest change first',
  )
  assert.deepEqual(rows.find(({ sku }) => sku === awl)?.changes, [
    { column: 'price', before: '16.00', after: '15.20' },
    { column: 'priceBreaks', before: '', after: '10: 14.10' },
  ])
  await apply(id)
  assert.deepEqual(await readList(listId), [
    `* 2026-01-01 ends`,
    `${awl} 2026-01-01 15.2 10+ 14.1`,
    `${bevel} 2026-02-01 9`,
    `${group} 2026-01-01 7.5%`,
  ])
  const [action] = await admin.client.listAdminActions({ query: { action: 'import_list_rows' } })
  assert.deepEqual([action?.subject, action?.after], ['Trade A', { note: 'prices.csv' }])
  const undone = await undo(id)
  assert.deepEqual(await readList(listId), before)
  await undo(undone)
  assert.equal((await readList(listId)).length, 4, 'an undo can be undone')
})

test('an undo leaves what was changed since, and says so', async () => {
  const { awl, bevel } = await addTools()
  const listId = await addList()
  const id = await upload(listId, `SKU,Valid from,Price\n${awl},2026-01-01,15\n${bevel},2026-01-01,9`)
  await apply(id)
  const [row] = await admin.client.listListRows({ params: { id: listId }, query: { q: awl } })
  const change = { sku: awl, validFrom: '2026-01-01', price: 14, replaces: row?._id }
  await admin.client.addListRow({ params: { id: listId }, body: change })
  const undone = await undo(id)
  assert.deepEqual(await readList(listId), [`${awl} 2026-01-01 14`])
  const { counts, keptCount } = await get(undone)
  assert.deepEqual([counts.removed, counts.unchanged, keptCount], [1, 1, 1])
})

test('what a row can’t be is a sentence at its column, and can be repaired', async () => {
  const { awl, bevel, group } = await addTools()
  const listId = await addList()
  const lines = [
    ['NONE-1', '', '2026-01-01', '5', '', ''],
    ['', 'No such group', '2026-01-01', '', '', '5'],
    ['', '', '2026-01-01', '5', '', ''],
    [awl, '', '2026-02-30', '5', '', ''],
    [awl, '', '03/04/2026', '5', '', ''],
    [awl, '', '2026-01-01', '', '', ''],
    [bevel, '', '2026-01-01', '5', '', '5'],
    ['', group, '2026-01-01', '5', '', ''],
    [bevel, '', '2026-02-01', '0.99', '', ''],
    [bevel, '', '2026-03-01', '12.3456', '', ''],
    [bevel, '', '2026-05-01', '8', '10: 9', ''],
    [awl, '', '2026-06-01', '9', '', ''],
    [awl.toLowerCase(), '', '1.6.2026', '8', '', ''],
  ]
  const heading = 'SKU,Discount group,Valid from,Price,Price breaks,Percent off'
  const id = await upload(listId, [heading, ...lines.map(cells => cells.join(','))].join('\n'))
  assert.deepEqual(toErrors(await listRows(id, { status: 'faulty', limit: 100 })), [
    'sku: No tool has that SKU.',
    'discountGroup: No tool has that discount group.',
    'sku: A SKU or a discount group is needed; * stands for all tools.',
    'price: Only a tool has a price: a group gets a discount.',
    'validFrom: “2026-02-30” is not a day, such as 2026-11-30.',
    'validFrom: “03/04/2026” can mean 2026-04-03 or 2026-03-04.',
    'price: A price, or a discount in percent, is needed.',
    'percentOff: A price, or a discount in percent, is needed.',
    'percentOff: A row has a price or a discount, not both.',
    'price: Only a tool has a price: a group gets a discount.',
    'price: That is 90 percent off the public price or more. If it is meant, allow it beside the columns of the file.',
    'price: At most two decimals.',
    'priceBreaks: Each price break has a higher quantity and a lower price than the one before it, the first than the price.',
    'sku: Row 14 of the file has the same, from the same day.',
    'sku: Row 13 of the file has the same, from the same day.',
  ])
  await admin.client.repairImportRow({ params: { id, position: '13' }, body: { cells: { validFrom: '2026-07-01' } } })
  assert.equal((await get(id)).counts.new, 2, 'the other one is right again, too')
  await apply(id)
  assert.deepEqual(await readList(listId), [`${awl} 2026-06-01 9`, `${awl} 2026-07-01 8`])
})

test('rows for groups and for all tools are compared by what they are for', async () => {
  const { group } = await addTools()
  const listId = await addList()
  const lines = [`,${group},2026-01-01,,5`, `,${group},1.1.2026,,6`, `*,${group},2026-01-01,,5`, '*,,2026-01-01,9,ends']
  const id = await upload(listId, ['SKU,Discount group,Valid from,Price,Percent off', ...lines].join('\n'))
  assert.deepEqual(toErrors(await listRows(id)), [
    'sku: Row 3 of the file has the same, from the same day.',
    'sku: Row 2 of the file has the same, from the same day.',
    'discountGroup: A row is for all tools or for a group, not for both.',
    'price: Only a tool has a price: a group gets a discount.',
    'percentOff: A row that ends an earlier one has no price.',
  ])
  await admin.client.repairImportRow({ params: { id, position: '2' }, body: { cells: { validFrom: '2026-02-01' } } })
  assert.equal((await get(id)).counts.new, 2, 'the other one is right again')
  await admin.client.repairImportRow({ params: { id, position: '4' }, body: { cells: { price: '' } } })
  const ending = (await listRows(id)).find(({ position }) => position === 4)
  assert.deepEqual(
    ending?.changes.map(({ column, after }) => [column, after]),
    [
      ['validFrom', '2026-01-01'],
      ['percentOff', 'ends'],
    ],
  )
})

test('a file of any supplier asks for the columns and the day once', async () => {
  const { awl, bevel } = await addTools()
  const [listId, otherId] = [await addList(), await addList()]
  const text = (price: string) =>
    `Price agreement;;\nArtikel-Nr.;Bezeichnung;Ihr Preis (netto)\n${awl};Awl;${price}\n${bevel};Bevel;1,00`
  const id = await upload(listId, text('17,50'))
  const { state, mapping, fileTable } = await get(id)
  assert.equal(state, 'mapping')
  assert.deepEqual(mapping?.columns, ['sku', null, 'price'])
  assert.ok(mapping && fileTable)
  const map = (asked: ImportMapping, supplier = '') =>
    admin.client.mapImport({ params: { id }, body: { mapping: asked, supplier } })
  await assertRefused(map(mapping), 'invalid_input')
  await assertRefused(map({ ...mapping, columns: ['sku', 'name', 'price'] }), 'invalid_input')
  await assertRefused(map({ ...mapping, columns: [null, null, 'price'] }), 'invalid_input')
  await assertRefused(map({ ...mapping, columns: ['sku', null, null] }), 'invalid_input')
  const chosen = { ...mapping, defaults: { validFrom: '2026-01-01' } }
  await map(chosen, 'Norvane')
  await work()
  assert.deepEqual([(await get(id)).counts.new, (await get(id)).counts.faulty], [1, 1], 'Bevel is 90 percent off')
  await map({ ...chosen, allowsLargeDiscounts: true }, 'Norvane')
  await work()
  await apply(id)
  assert.deepEqual(await readList(listId), [`${awl} 2026-01-01 17.5`, `${bevel} 2026-01-01 1`])
  const next = await upload(otherId, text('16,00'))
  const asked = await get(next)
  assert.equal(asked.state, 'mapping', 'the day and the large discounts are those of one file')
  assert.deepEqual(asked.mapping?.columns, ['sku', null, 'price'])
  assert.deepEqual([asked.mapping?.defaults, asked.mapping?.allowsLargeDiscounts], [{}, false])
  const dated = `Artikel-Nr.;Ihr Preis (netto);gültig ab\n${awl};16,00;01.02.2026`
  const first = await upload(otherId, dated)
  const { mapping: ofDated } = await get(first)
  assert.deepEqual(ofDated?.columns, ['sku', 'price', 'validFrom'])
  await admin.client.mapImport({ params: { id: first }, body: { mapping: ofDated, supplier: 'Castellan' } })
  await work()
  assert.equal((await get(await upload(otherId, dated))).state, 'checked', 'the same headings with a day ask nothing')
  const asTools = crypto.randomUUID()
  const file = new File([text('16,00')], 'prices.csv', { type: 'text/csv' })
  await admin.client.addImport({ params: { id: asTools }, form: { file, supplier: 'Norvane' } })
  assert.equal((await get(asTools)).state, 'mapping', 'the columns of prices are not those of tools')
})

test('an export of a list is imported unchanged, and an import goes with its list', async () => {
  const { awl, bevel, group } = await addTools()
  const listId = await addList()
  const add = (body: Parameters<typeof admin.client.addListRow>[0]['body']) =>
    admin.client.addListRow({ params: { id: listId }, body })
  await add({ sku: awl, validFrom: '2026-01-01', price: 15.5, priceBreaks: [{ from: 10, price: 14 }] })
  await add({ sku: bevel, validFrom: '2026-01-01', percentOff: 12.5 })
  await add({ sku: bevel, validFrom: '2026-02-01', ends: true })
  await add({ discountGroup: group, validFrom: '2026-01-01', percentOff: 3 })
  await add({ validFrom: '2026-01-01', percentOff: 1 })
  for (const decimalSign of ['.', ','] as const) {
    const query = { listId, decimalSign }
    const text = await (await admin.client.exportList({ params: { list: 'listRows' }, query })).text()
    assert.equal(Papa.parse(text, { skipEmptyLines: true }).data.length, 6)
    const id = await upload(listId, text)
    assert.deepEqual([(await get(id)).state, (await get(id)).counts.unchanged], ['checked', 5])
    const copied = await addList()
    const copy = await upload(copied, text)
    await apply(copy)
    assert.deepEqual(await readList(copied), await readList(listId))
    await admin.client.deletePriceList({ params: { id: copied } })
    await assertRefused(get(copy), 'not_found')
  }
  await assertRefused(upload(crypto.randomUUID(), `SKU,Valid from,Price\n${awl},2026-01-01,9`), 'list_not_found')
})

test('a price list has up to 100,000 rows, of which none is lost', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `T-${index},2026-01-01,1.00`)
  const read = async (rows: readonly string[]) => {
    const bytes = new TextEncoder().encode(['SKU,Valid from,Price', ...rows].join('\n'))
    let [count, last] = [0, '']
    await readImportFile({ kind: 'prices', bytes }, async (_table, rowCount, portions) => {
      assert.equal(rowCount, rows.length)
      for await (const portion of portions) {
        count += portion.length
        last = portion.at(-1)?.cells[0] ?? ''
      }
    })
    return [count, last]
  }
  assert.deepEqual(await read(lines), [100_000, 'T-99999'])
  await assertRefused(read([...lines, 'T-100000,2026-01-01,1.00']), 'invalid_input')
  await assertRefused(read([...lines, ...Array.from({ length: 1_001 }, () => 'x')]), 'invalid_input')
})

test('a row that changed after the review is reviewed again, and a member pays what was imported', async () => {
  const { awl, tools } = await addTools()
  const company = await createCompany(shop, admin)
  const listId = await addList()
  await admin.client.setPriceListOf({ params: { id: company.id }, body: { priceListId: listId } })
  const id = await upload(listId, `SKU,Valid from,Price\n${awl},2026-01-01,15`)
  await admin.client.addListRow({ params: { id: listId }, body: { sku: awl, validFrom: '2026-01-01', price: 18 } })
  const read = async () =>
    (await company.buyer.client.getPrices({ body: { ids: tools.map(({ _id }) => _id) } })).map(({ price }) => price)
  await apply(id)
  assert.deepEqual([(await get(id)).state, (await get(id)).staleCount], ['checked', 1])
  assert.deepEqual(await read(), [18])
  await apply(id)
  assert.deepEqual(await read(), [15])
})
