import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { writeXlsx } from 'hucre'
import { parseCell } from '#contract/cells/tool-cells.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import { describeColumns } from './describe-columns.ts'
import { findTable } from './find-table.ts'
import { toolFields } from './import-fields.ts'
import { type ImportCells, mapImportRow } from './import-rows.ts'
import { proposeImportMapping } from './propose-import-mapping.ts'
import { chooseSheet, readSheets } from './read-sheets.ts'

/** Layouts of real suppliers with invented tools. */
const folder = new URL('../../test/price-lists/', import.meta.url)

async function readBytes(name: string): Promise<Uint8Array> {
  const bytes = await readFile(new URL(name, folder))
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return bytes
  } catch {
    return Buffer.from(new TextDecoder('windows-1252').decode(bytes))
  }
}

/** The same cells as texts of a workbook. */
async function toWorkbook(bytes: Uint8Array): Promise<Uint8Array> {
  const [sheet] = await readSheets(bytes)
  const rows = Array.from({ length: (sheet?.rows.at(-1)?.position ?? 0) + 1 }, (_, position) => {
    return sheet?.rows.find(row => row.position === position)?.cells ?? []
  })
  return writeXlsx({ sheets: [{ name: 'List', rows }] })
}

const skusOfShop = ['rh26-860', 'mss-125', 'dp12', 'bg8', 'lch-16', 'ftm-25', 'tss-3']

async function propose(bytes: Uint8Array) {
  const sheet = chooseSheet(await readSheets(bytes), undefined)
  const table = findTable(sheet, toolFields)
  const columns = describeColumns(table)
  const proposal = proposeImportMapping({ columns, sheet: sheet.name, leftOut: table.leftOut }, toolFields, cell =>
    skusOfShop.includes(cell.toLowerCase()),
  )
  const titles = columns.map(({ title }) => title)
  const map = (answers: Partial<ImportMapping> = {}) =>
    table.rows.map(({ cells }) => mapImportRow(cells, { ...proposal.mapping, ...answers }, titles, toolFields))
  const named = Object.fromEntries(
    proposal.mapping.columns.flatMap((field, index) => (field ? [[titles[index] || index, field]] : [])),
  )
  return { ...proposal, table, columns, named, map }
}

type Proposal = Awaited<ReturnType<typeof propose>>

function testList(title: string, name: string, check: (proposal: Proposal) => void) {
  test(`${title}, as text and as a workbook`, async () => {
    const bytes = await readBytes(name)
    check(await propose(bytes))
    check(await propose(await toWorkbook(bytes)))
  })
}

const readPrices = (rows: readonly ImportCells[]) =>
  rows.map(({ price }) => {
    const parsed = parseCell('price', price ?? '')
    return parsed.problem ?? parsed.value
  })

testList('a dealer price book with titles, sections and totals', '01-us-dealer-price-book.csv', proposal => {
  const { table, named, notes, map } = proposal
  assert.deepEqual(
    table.leftOut.map(({ position, kind }) => `${position + 1} ${kind}`),
    ['1 above', '2 above', '4 above', '6 section', '11 section', '13 heading', '18 total', '19 section'],
  )
  assert.deepEqual(named, {
    'Item #': 'sku',
    Description: 'name',
    'Case Qty': 'increment',
    UPC: 'gtin',
    List: 'price',
  })
  const above = 'Above the table stands: “Packaging · Pricing (USD)”.'
  assert.equal(notes[4], `Amounts stand in “Dealer Net”, “MAP”, too: please check. ${above}`)
  const net = map({ columns: ['sku', 'name', 'increment', null, null, 'price', null, null, null].slice(0, 7) as never })
  assert.deepEqual(readPrices(net), [
    ...[118.4, 1005.5, 168, 9.85, 11.35, '“CALL” is not a number.', 39.75, '“($84.50)” is not a number.'],
  ])
  assert.deepEqual(net[0], { sku: 'RH26-860', name: 'RH26 Rotary Hammer, 7.2 A', increment: '5', price: '$118.4' })
})

testList('a German list with prices for 100 pieces', '02-de-artikelstamm.csv', ({ named, mapping, map }) => {
  assert.deepEqual(named, {
    Artikelnummer: 'sku',
    'Bezeichnung 1': 'name',
    'Bezeichnung 2': 'name',
    EAN: 'gtin',
    VPE: 'increment',
    Preiseinheit: 'pricePer',
    'Listenpreis EUR': 'price',
    Rabattgruppe: 'discountGroup',
  })
  assert.equal(mapping.decimalSign, ',')
  const rows = map()
  assert.deepEqual(readPrices(rows), [
    ...[189, 1199, '“3.85 / 100” is 0.0385 a piece: a price has at most two decimals.', 32.5, 79],
    ...['“auf Anfrage” is not a number.', 169],
  ])
  assert.deepEqual(rows[2]?.sku, '0004711')
  assert.equal(rows[0]?.name, 'Bohrhammer RH26 860 W SDS-plus, im Koffer')
})

testList('a list without a heading', '07-distributor-no-heading.txt', ({ table, named, notes, map }) => {
  assert.equal(table.heading, undefined)
  assert.deepEqual(named, { 1: 'sku', 4: 'name' })
  assert.equal(notes[4], 'The list has no heading: please check.')
  const columns = Array.from({ length: 24 }, (_, index) => ({ 1: 'sku', 4: 'name', 6: 'price' })[index] ?? null)
  assert.deepEqual(readPrices(map({ columns: columns as never })), [189, 1199, 139])
})

testList('price levels in cents beside prices with a point', '08-implied-decimals-levels.txt', proposal => {
  const { columns, map } = proposal
  assert.equal(columns[10]?.hasImpliedDecimals, true)
  const chosen = columns.map((_, index) => ({ 0: 'sku', 2: 'name', 10: 'price' })[index] ?? null)
  const rows = map({ columns: chosen as never, hasImpliedDecimals: true })
  assert.deepEqual(readPrices(rows), [118.4, 9.85, 197, 6.4])
})

testList('an export of another shop, whose points divide and group', '11-shop-export-xtsol.csv', proposal => {
  const { named, mapping, columns, map } = proposal
  assert.equal(mapping.decimalSign, undefined)
  assert.ok(columns.some(({ ambiguous }) => ambiguous === '6.400'))
  assert.equal(named.p_vpe_value, 'increment')
  const rows = map({ decimalSign: '.', readsHtml: true })
  assert.deepEqual(readPrices(rows), [1118.4, 6.4])
  assert.deepEqual(
    rows.map(({ increment, taxPercent }) => [increment, taxPercent]),
    [
      ['1', '19'],
      ['50', '19'],
    ],
  )
  assert.equal(rows[0]?.description, 'Rotary hammer; 860 W\nSDS-plus')
})

testList('one row for each variant', '13-variants-by-row.csv', ({ named, map }) => {
  assert.deepEqual(named, {
    sku: 'sku',
    name: 'name',
    price: 'price',
    currency: 'currency',
    category1: 'category',
    inventory_count: 'available',
  })
  assert.deepEqual(map()[0], {
    sku: 'TRIO-SCREWDRIVER-SET',
    name: 'Trio Screwdriver Set',
    price: '0 USD',
    category: 'Screwdrivers',
  })
  assert.deepEqual(map()[1], { sku: 'TSS-3', price: '8.95 USD', available: '2150' })
})

test('SKUs of the shop tell columns of SKUs apart, and never change what another heading says', async () => {
  const readFields = async (text: string) => (await propose(Buffer.from(text))).mapping.columns
  assert.deepEqual(await readFields('SKU,Name,Replacement SKU\nNEW-1,Awl,DP12\nNEW-2,Burin,BG8'), [
    ...['sku', 'name', 'replacementSku'],
  ])
  assert.deepEqual(await readFields('Item no.,Name,Alternative\nNEW-1,Awl,DP12\nNEW-2,Burin,BG8'), [
    'sku',
    'name',
    null,
  ])
  assert.deepEqual(await readFields('Your part no,Our part no,Price\nDP12,900-1,5.00\nBG8,900-2,6.00'), [
    'sku',
    null,
    'price',
  ])
  assert.deepEqual(await readFields('Our part no,Your part no,Price\n900-1,DP12,5.00\n900-2,BG8,6.00'), [
    null,
    'sku',
    'price',
  ])
  assert.deepEqual(await readFields('Rack,Thing,Price\nA1,DP12,5.00\nA2,BG8,6.00'), [null, 'sku', 'price'])
})

test('whole amounts that are far larger than the others are asked about, and stay as they are', async () => {
  for (const title of ['Price', 'List price']) {
    const { mapping, notes, map } = await propose(Buffer.from(`SKU,${title}\nA,500\nB,600\nC,9.50`))
    assert.equal(mapping.hasImpliedDecimals, undefined)
    assert.equal(notes[1], 'Amounts without a decimal sign are far larger than the others: are they cents?')
    assert.deepEqual(readPrices(map()), [500, 600, 9.5])
  }
})

test('amounts for many pieces and discounts are exact, and less than a cent is a sentence', () => {
  const price = (text: string) => parseCell('price', text)
  assert.deepEqual(price('385 / 100'), { value: 3.85 })
  assert.deepEqual(price('189 - 35%'), { value: 122.85 })
  assert.deepEqual(price('1250 / 1000 - 20%'), { value: 1 })
  assert.match(price('0.40 / 100').problem ?? '', /is 0.004 a piece: less than a cent/)
  assert.match(price('0.01 - 60%').problem ?? '', /is 0.004 a piece: less than a cent/)
})
