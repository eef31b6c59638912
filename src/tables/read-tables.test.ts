import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXlsx } from 'hucre'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import { describeColumns } from './describe-columns.ts'
import { findTable } from './find-table.ts'
import { toolFields } from './import-fields.ts'
import { mapImportRow } from './import-rows.ts'
import { proposeImportMapping } from './propose-import-mapping.ts'
import { chooseSheet, readSheets } from './read-sheets.ts'

async function readList(file: string | Uint8Array, decimalSign?: DecimalSign) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const table = findTable(chooseSheet(await readSheets(bytes), undefined), toolFields)
  const columns = describeColumns(table)
  const { mapping, notes } = proposeImportMapping(
    { columns, sheet: '', leftOut: table.leftOut },
    toolFields,
    () => false,
  )
  const titles = columns.map(({ title }) => title)
  const chosen = { ...mapping, decimalSign: decimalSign ?? mapping.decimalSign }
  return {
    mapping,
    notes,
    columns,
    rows: table.rows.map(({ cells }) => mapImportRow(cells, chosen, titles, toolFields)),
  }
}

const read = async (file: string | Uint8Array, decimalSign?: DecimalSign) => (await readList(file, decimalSign)).rows

test('an ambiguous number stays as it is until the sign of decimals is known', async () => {
  const file = 'SKU;Price;Available\nA;1.250;10\nB;12;1.200'
  const { mapping, columns, rows } = await readList(file)
  assert.deepEqual([mapping.decimalSign, columns[1]?.ambiguous, rows[0]?.price], [undefined, '1.250', '1.250'])
  assert.deepEqual(await read(file, ','), [
    { sku: 'A', price: '1250', available: '10' },
    { sku: 'B', price: '12', available: '1200' },
  ])
  assert.deepEqual(await read(file.replace('1.200', '1200'), '.'), [
    { sku: 'A', price: '1.25', available: '10' },
    { sku: 'B', price: '12', available: '1200' },
  ])
})

test('one unambiguous number tells how the others are read, two that differ do not', async () => {
  assert.deepEqual(await read('SKU;Price\nA;1.250\nB;12,50'), [
    { sku: 'A', price: '1250' },
    { sku: 'B', price: '12.5' },
  ])
  assert.equal((await readList('SKU;Price\nA;1.250\nB;12,50\nC;7.5')).mapping.decimalSign, undefined)
})

test('pieces are whole, a percentage is at most 100, and 79,- is 79', async () => {
  assert.deepEqual(await read('SKU,Available,Minimum,Tax percent,Price\nA,1.250,"2,500",8.875,"79,-"'), [
    { sku: 'A', available: '1250', minimum: '2500', taxPercent: '8.8750', price: '79' },
  ])
})

test('points that group and divide are read once a person says so', async () => {
  const file = 'SKU;Price\nA;1.118.400\nB;6.400'
  assert.deepEqual(await read(file, '.'), [
    { sku: 'A', price: '1118.4' },
    { sku: 'B', price: '6.4' },
  ])
})

test('price breaks are read as pieces and prices', async () => {
  assert.deepEqual(await read('SKU;Price breaks\nA;"20: 9,50; 1.000: 8,75"\nB;"1,5: 3"\nC;cheap', ','), [
    { sku: 'A', priceBreaks: '20: 9.5; 1000: 8.75' },
    { sku: 'B', priceBreaks: '1.5: 3' },
    { sku: 'C', priceBreaks: 'cheap' },
  ])
})

test('the delimiter is the one with which most rows have as many cells as the heading', async () => {
  const german = 'SKU;Name;Price\nA;Säge, groß, rot;1,50\nB;Feile, fein, rund;2,75\nC;Hammer, schwer, neu;3,25'
  assert.deepEqual((await read(german))[2], { sku: 'C', name: 'Hammer, schwer, neu', price: '3.25' })
  assert.deepEqual(await read('SKU|Name\nA|Awl; fine'), [{ sku: 'A', name: 'Awl; fine' }])
  assert.deepEqual(await read('SKU\tName\nA\tAwl, fine'), [{ sku: 'A', name: 'Awl, fine' }])
})

test('lines above the heading are left out, and headings are matched regardless of spaces and Unicode forms', async () => {
  const expected = [{ sku: 'A', name: 'Awl' }]
  assert.deepEqual(await read('sep=;\nSKU;Name\nA;Awl'), expected)
  assert.deepEqual(await read('\ufeffsep=;\r\nSKU;Name\r\nA;Awl'), expected)
  assert.deepEqual(await read('Price list 2026;\n;\nSKU;Name\nA;Awl'), expected)
  assert.deepEqual(await read('ＳＫＵ;Price  breaks;"Pieces\nper pack"\nA;5: 4;2'), [
    { sku: 'A', priceBreaks: '5: 4', increment: '2' },
  ])
})

test('text that was read with a wrong character set, and a list with an open quotation mark, are refused', async () => {
  const wrong = /characters of no language: its text was read with the wrong character set/
  for (const name of ['Schl\u0081ssel', 'Schl\ufffdssel', '\u001b$B6bDH\u001b(B', 'Tape\u000b measure'])
    await assert.rejects(read(`SKU,Name\nA,${name}`), wrong)
  await assert.rejects(read('SKU,Name\nA,"3/4 socket\nB,Awl'), /left open or stands alone in row 2/)
})

test('a workbook is read as it is shown: zeros, percent, currencies, dates, results of formulas', async () => {
  const style = (numFmt: string) => ({ style: { numFmt } })
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Prices',
        rows: [
          ['Price list 2027'],
          ['Item no.', 'Description', 'Price', 'Discount', 'Since'],
          [4711, 'Awl', 118.4, 0.35, new Date(Date.UTC(2027, 0, 4))],
          ['B-2', 'Burin', 1.125, 0.125, 'soon'],
        ],
        cells: new Map([
          ['2,0', { value: 4711, ...style('0000000') }],
          ['2,2', { value: 118.4, formula: 'B2*2', formulaResult: 118.4, ...style('#,##0.00 [$€-407]') }],
          ['2,3', { value: 0.35, ...style('0%') }],
          ['2,4', { value: new Date(Date.UTC(2027, 0, 4)), ...style('dd.mm.yyyy') }],
          ['3,3', { value: 0.125, ...style('0.0%') }],
        ]),
      },
    ],
  })
  const [sheet] = await readSheets(bytes)
  assert.deepEqual(
    sheet?.rows.slice(2).map(({ cells }) => cells),
    [
      ['0004711', 'Awl', '€118.4', '35%', '04.01.2027'],
      ['B-2', 'Burin', '1.1250', '12.5%', 'soon'],
    ],
  )
  assert.deepEqual(await read(bytes), [
    { sku: '0004711', name: 'Awl', price: '€118.4 - 35%' },
    { sku: 'B-2', name: 'Burin', price: '1.1250 - 12.5%' },
  ])
})

test('of several sheets with rows one has to be chosen, and what is no workbook is told apart', async () => {
  const sheets = ['Prices', 'Notes', 'Empty'].map(name => ({ name, rows: name === 'Empty' ? [] : [['SKU'], [name]] }))
  const bytes = await writeXlsx({ sheets })
  const found = await readSheets(bytes)
  assert.throws(() => chooseSheet(found, undefined), /Choose one of its sheets: “Prices”, “Notes”\./)
  assert.deepEqual(chooseSheet(found, 'Notes').rows[1]?.cells, ['Notes'])
  const encrypted = await writeXlsx({ sheets, encryption: { password: 'a secret', spinCount: 1000 } })
  await assert.rejects(readSheets(encrypted), /has a password, or is of Excel 2003 or older/)
  await assert.rejects(readSheets(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])), /cannot be read/)
})
