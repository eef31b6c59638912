import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type WriteSheet, writeXlsx } from 'hucre'
import { parseCell } from '#contract/cells/tool-cells.ts'
import type { ImportMapping } from '#contract/schemas/admin/imports.ts'
import { describeColumns } from './describe-columns.ts'
import { findTable } from './find-table.ts'
import { toolFields } from './import-fields.ts'
import { mapImportRow } from './import-rows.ts'
import { proposeImportMapping } from './propose-import-mapping.ts'
import { chooseSheet, readSheets } from './read-sheets.ts'

async function read(content: string | Uint8Array, answers: Partial<ImportMapping> = {}) {
  const sheet = chooseSheet(await readSheets(typeof content === 'string' ? Buffer.from(content) : content), undefined)
  const table = findTable(sheet, toolFields)
  const columns = describeColumns(table)
  const proposal = proposeImportMapping({ columns, sheet: sheet.name, leftOut: table.leftOut }, toolFields, () => false)
  const mapping = { ...proposal.mapping, ...answers }
  const titles = columns.map(({ title }) => title)
  const rows = table.rows.map(({ cells }) => mapImportRow(cells, mapping, titles, toolFields))
  const price = (row: number) => parseCell('price', rows[row]?.price ?? '')
  const leftOut = table.leftOut.map(({ position, kind }) => `${position} ${kind}`)
  return { ...proposal, mapping, columns, rows, price, leftOut, titles, note: proposal.notes.join(' ') }
}

const readWorkbook = async (sheet: Omit<WriteSheet, 'name'>) =>
  read(await writeXlsx({ sheets: [{ name: 'List', ...sheet }] }))

describe('a column means what its heading says, also in words that belong together or exclude a meaning', () => {
  const headings: Readonly<Record<string, (string | null)[]>> = {
    'Bestell-Nr.;Bezeichnung;Preis inkl. MwSt.;MwSt': ['sku', 'name', 'price', 'taxPercent'],
    'Art.Nr.;Artikel;Preis': ['sku', null, 'price'],
    'P/N;Description;Trade price;P.V.P.': ['sku', 'name', null, 'price'],
    'Hersteller-Nr.;Marke;Art. No.;Cat. page': ['manufacturerNumber', 'brand', 'sku', null],
    'Stock Code;Name;min-1;1/min': ['sku', 'name', null, null],
    'Item no.;Name;Price per box;List price': ['sku', 'name', null, 'price'],
    'Product Code;Description;Price list no.;List price': ['sku', 'name', null, 'price'],
    'Code;Nazwa towaru;Cena;Discount code': ['sku', 'name', 'price', 'discountGroup'],
    'Item no.;Description;Description;Price': ['sku', 'name', null, 'price'],
    'Art.;Bezeichnung 1;Bezeichnung 2;Preis': ['sku', 'name', 'name', 'price'],
  }
  for (const [heading, fields] of Object.entries(headings))
    test(heading, async () => {
      const { mapping } = await read(`${heading}\nA-1;Hammer;1;2\nA-2;Nail;3;4`)
      assert.deepEqual(mapping.columns.slice(0, fields.length), fields)
    })
})

test('a heading may have numbers, and may continue in a second line or in units', async () => {
  const levels = await read('Item no.,Description,Price,100,500,1000\nA-1,Hammer,3.10,3.00,2.90,2.80')
  assert.deepEqual([levels.titles[2], levels.rows.length], ['Price', 1])
  const lines = await read('Article;;Price EUR;;Packing\nNo.;Description;net;gross;pcs\nA-1;Hammer;3,10;4,00;5')
  assert.deepEqual(lines.titles, [
    'Article No.',
    'Article Description',
    'Price EUR net',
    'Price EUR gross',
    'Packing pcs',
  ])
  assert.deepEqual([lines.leftOut, lines.rows.length], [['1 units'], 1])
  const units = await read('Item no.;Description;Price;Weight\n-;-;EUR/100;kg\nA-1;Hammer;310,00;4,5')
  assert.deepEqual([units.titles[2], units.mapping.pricePer], ['Price EUR/100', 100])
  assert.deepEqual(units.price(0), { value: 3.1 })
})

test('the currency is known from a heading, a column of codes, or the format of a cell', async () => {
  for (const [title, mark] of [
    ['Price USD', 'USD'],
    ['List price US$', 'US$'],
    ['Price £', '£'],
  ] as const)
    assert.deepEqual((await read(`Item no.;Description;${title}\nA-1;Hammer;3.10`)).columns[2]?.marks, {
      [mark]: title,
    })
  const codes = await read('Item no.;Description;Price;Notes\nA-1;Hammer;385.00;USD\nA-2;Nail;$2.00;USD')
  assert.deepEqual(
    [codes.mapping.columns[3], codes.rows[0]?.price, codes.rows[1]?.price],
    ['currency', '385 USD', '$2'],
  )
  for (const [format, mark] of [
    ['#,##0.00\\ "zł"', 'zł'],
    ['"SFr. "0.00', 'CHF'],
    ['\\U\\S\\D #,##0.00', 'USD'],
    ['0.00 "Euro"', 'EUR'],
    ['[$kr-41D] 0.00', 'kr'],
  ] as const) {
    const cells = new Map([['1,2', { style: { numFmt: format } }]])
    const { columns } = await readWorkbook({
      rows: [
        ['Item no.', 'Description', 'Price'],
        ['A-1', 'Hammer', 12.5],
      ],
      cells,
    })
    assert.deepEqual(Object.keys(columns[2]?.marks ?? {}), [mark], format)
  }
})

test('amounts are read in the ways in which price lists write them', async () => {
  const cells = ['CHF 12.–', '12,50 €/pc', 'US$12.50', '14.50*', 'Fr. 12.50', '="00123"', "'00123", '12.50 EUR']
  for (const cell of cells) {
    const { price } = await read(`Item no.\tDescription\tPrice\nA-1\tHammer\t"${cell.replaceAll('"', '""')}"`)
    assert.equal(typeof price(0).value, 'number', cell)
  }
})

describe('what makes a price uncertain is said', () => {
  const lists: Readonly<Record<string, [list: string, sentence: RegExp]>> = {
    'a unit of pieces': ['List price,UOM\n38.50,C\n12.00,C', /“UOM” may say for how many pieces/],
    'pieces without a name': ['Net price,per\n3.85,100\n9.00,1', /“per” may say for how many pieces/],
    'a price for hundred': ['Price per 100\n385.00', /a price is for 100 pieces/],
    'a discount without a name': ['List price,Terms %\n100.00,35\n50.00,20', /Percentages stand in “Terms %”/],
    'shares in place of percent': ['Price,Discount\n100.00,0.35\n50.00,0.2', /is 0.35 meant as 35 percent/],
    'a discount off a net price': ['Net price,Discount %\n65.00,35', /Is it taken off “Net price” already/],
    'amounts of tax': ['Price,VAT\n100.00,20.00\n500.00,100.00', /rates in percent, or amounts of tax/],
    'codes of pieces': ['Price,Preiseinheit\n12.50,0\n20.00,2', /codes for pieces/],
    'places in place of stock': ['Price,Lager\n12.50,01\n20.00,02', /pieces, or places/],
    'another price': ['List price,Dealer\n12.50,9.00', /Amounts stand in “Dealer”/],
    'fractions of a cent': ['Price\n1.66451\n2.33333\n4.00012', /fractions of a cent/],
  }
  for (const [title, [list, sentence]] of Object.entries(lists))
    test(title, async () => {
      const [heading, ...rows] = list.split('\n')
      const text = [`Item no.,Name,${heading}`, ...rows.map((row, index) => `A-${index},Hammer,${row}`)].join('\n')
      assert.match((await read(text)).note, sentence)
    })

  test('terms above the table', async () => {
    const { note } = await read('All prices in USD per 100 pieces;;\nItem no.;Name;Price\nA-1;Hammer;3.00')
    assert.match(note, /Above the table stands: “All prices in USD per 100 pieces”/)
  })

  test('SKUs that a spreadsheet has changed', async () => {
    for (const sku of ['1-Mar', '3-Dec', '01.Mrz', 'Mar-01', '4.00639E+12'])
      assert.match((await read(`Item no.;Name;Price\n${sku};Hammer;3.00`)).note, /spreadsheet may have changed/, sku)
  })
})

test('the sign of decimals is that of amounts, not of positions, weights and cells of numbers', async () => {
  const list = await read('Pos.;Item no.;Name;Price;kg\n1.1;A-1;Hammer;1.250;3.2\n2.1;A-2;Nail;890;0.1')
  assert.deepEqual([list.mapping.decimalSign, list.columns[3]?.ambiguous], [undefined, '1.250'])
  const { mapping, rows } = await readWorkbook({
    rows: [
      ['Item no.', 'Name', 'Price'],
      ['A-1', 'Hammer', 12.5],
      ['A-2', 'Nail', '1.250'],
    ],
  })
  assert.deepEqual([mapping.decimalSign, rows.map(({ price }) => price)], [undefined, ['12.5', '1.250']])
})

test('a price for many pieces is divided, by numbers, letters and words; one for none is a sentence', async () => {
  for (const [per, value] of [
    ['100', 0.5],
    ['C', 0.5],
    ['M', 0.05],
    ['10 St', 5],
    ['EA', 50],
  ] as const) {
    const { price } = await read(`Item no.;Name;Price;Price-Unit\nA-1;Hammer;50.00;${per}`)
    assert.deepEqual(price(0), { value }, per)
  }
  const none = await read('Item no.;Name;Price;Price-Unit\nA-1;Hammer;50.00;0')
  assert.match(none.price(0).problem ?? '', /for one piece or more/)
})

test('prices are rounded if a person says so, and never to nothing', async () => {
  const list = 'Item no.;Name;Price\nA-1;Hammer;21.6645\nA-2;Nail;0.0041\nA-3;Saw;1.125\nA-4;Awl;2.00'
  const { price } = await read(list, { roundsPrices: true })
  assert.deepEqual([price(0), price(2), price(3)], [{ value: 21.66 }, { value: 1.13 }, { value: 2 }])
  assert.match(price(1).problem ?? '', /less than a cent/)
})

test('tools that are named like a total stay, totals and what is carried over do not', async () => {
  const { rows, leftOut } = await read(
    'Brand;Item no.;Name;EAN;Price;Page\nTOTAL;TG106;Impact drill;;49.00;\nSub-total;;;;49.00;\nÜbertrag;;;;49.00;\nSUM-100;Summer 100;x;;12.00;',
  )
  assert.deepEqual([rows.length, leftOut], [2, ['2 total', '3 total']])
})

test('pieces have units, and yes is yes in six languages', async () => {
  const { rows } = await read('Item no.;Name;VPE;Discontinued\n0 601 123 456;Hammer;10 Stk;ja\nA-2;Nail;1 pc;nein')
  assert.deepEqual([rows[0]?.sku, rows[0]?.increment, rows[1]?.increment], ['0601123456', '10', '1'])
  assert.deepEqual(
    [parseCell('discontinued', 'ja'), parseCell('discontinued', 'nie')],
    [{ value: true }, { value: false }],
  )
})

test('a workbook shows codes as a person sees them, merged cells in each row, and says what it hides', async () => {
  const cells = new Map([
    ['1,0', { style: { numFmt: '0\\ 000\\ 000\\ 000' } }],
    ['2,0', { style: { numFmt: '"HM-"0000' } }],
    ['3,0', { style: { numFmt: '00000;-00000' } }],
  ])
  const { rows, leftOut, mapping, notes } = await readWorkbook({
    rows: [
      ['Item no.', 'Name', 'Brand', 'Price', 'Net price'],
      [601123456, 'Hammer', 'Halvard', 3, 2],
      [12, 'Nail', null, 4, 3],
      [12, 'Saw', null, 5, 4],
      ['OLD-1', 'Saw (old)', '', 6, 5],
    ],
    cells,
    merges: [{ startRow: 1, endRow: 3, startCol: 2, endCol: 2 }],
    columns: [{}, {}, {}, { hidden: true }],
    rowDefs: new Map([[4, { hidden: true }]]),
  })
  assert.deepEqual(
    rows.map(({ sku, brand }) => [sku, brand]),
    [
      ['0601123456', 'Halvard'],
      ['HM-0012', 'Halvard'],
      ['00012', 'Halvard'],
    ],
  )
  assert.deepEqual([leftOut, mapping.columns[3], mapping.columns[4]], [['4 hidden'], null, 'price'])
  assert.equal(notes[3], 'The workbook hides this column.')
})
