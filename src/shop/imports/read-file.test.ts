import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '#contract/pricing/currencies.ts'
import { Refusal } from '#contract/refusal.ts'
import { type Cells, readToolFile } from './read-file.ts'

async function read(
  text: string,
  decimalSign?: '.' | ',',
  currency: Currency = 'USD',
): Promise<Cells[] | [field: string, message: string]> {
  const found: Cells[] = []
  try {
    await readToolFile({ bytes: Buffer.from(text), decimalSign, currency }, async (_, portions) => {
      for await (const rows of portions) found.push(...rows.map(({ cells }) => cells))
    })
    return found
  } catch (error) {
    const [{ field, message } = assert.fail()] = error instanceof Refusal ? error.errors : assert.fail(String(error))
    return [field, message]
  }
}

test('an ambiguous number is asked about once per file', async () => {
  const file = 'SKU;Price;Available\nA;1.250;10\nB;12;1.200'
  assert.deepEqual(await read(file), [
    'decimalSign',
    '“1.250” can mean 1.25 or 1,250. How does the file write decimals?',
  ])
  assert.deepEqual(await read(file, ','), [
    { sku: 'A', price: '1250', available: '10' },
    { sku: 'B', price: '12', available: '1200' },
  ])
  assert.deepEqual(await read(file.replace('1.200', '1200'), '.'), [
    { sku: 'A', price: '1.25', available: '10' },
    { sku: 'B', price: '12', available: '1200' },
  ])
})

test('one unambiguous number tells how the others are read', async () => {
  assert.deepEqual(await read('SKU;Price;Available\nA;1.250;10,000\nB;118,40;1.200'), [
    { sku: 'A', price: '1250', available: '10' },
    { sku: 'B', price: '118.4', available: '1200' },
  ])
  assert.deepEqual(await read('SKU,Price,Tax percent\nA,"6,400",8.875 %\nB,$118.40,'), [
    { sku: 'A', price: '6400', taxPercent: '8.8750' },
    { sku: 'B', price: '118.4', taxPercent: '' },
  ])
})

test('files that mix both decimal signs are asked about, too', async () => {
  const file = 'SKU;Price\nA;0,350\nB;3.50\nC;1.250'
  assert.equal((await read(file))[0], 'decimalSign')
  assert.deepEqual(await read(file, ','), [
    { sku: 'A', price: '0.35' },
    { sku: 'B', price: '3.5' },
    { sku: 'C', price: '1250' },
  ])
})

test('a fraction of a piece and a tax above 100 percent are refused', async () => {
  assert.deepEqual(await read('SKU,Available,Minimum,Tax percent\nA,1.250,"2,500",8.875'), [
    { sku: 'A', available: '1250', minimum: '2500', taxPercent: '8.8750' },
  ])
  assert.equal((await read('SKU,Available\nA,1.000'))[0], 'decimalSign')
})

test('price breaks are read as prices and pieces', async () => {
  assert.deepEqual(await read('SKU;Price breaks\nA;"20: 9,50; 1.000: 8,75"\nB;"1,5: 3"\nC;cheap'), [
    { sku: 'A', priceBreaks: '20: 9.5; 1000: 8.75' },
    { sku: 'B', priceBreaks: '1.5: 3' },
    { sku: 'C', priceBreaks: 'cheap' },
  ])
  assert.equal((await read('SKU;Price breaks\nA;"20: 1.250"'))[0], 'decimalSign')
})

test('prices in another currency than the shop’s are refused', async () => {
  const refusal = (currency: Currency, amount: string) => [
    'file',
    `Prices of this shop are in ${currency}, but the file has “${amount}”.`,
  ]
  assert.deepEqual(await read('SKU;Price\nA;12,50 €', ',', 'EUR'), [{ sku: 'A', price: '12.5' }])
  assert.deepEqual(await read('SKU;Price\nA;EUR 12,50', ',', 'EUR'), [{ sku: 'A', price: '12.5' }])
  assert.deepEqual(await read('SKU;Price\nA;12,50 kr.', ',', 'SEK'), [{ sku: 'A', price: '12.5' }])
  assert.deepEqual(await read('SKU;Price\nA;12,50 €'), refusal('USD', '12,50 €'))
  assert.deepEqual(await read('SKU;Price\nA;$12.50', '.', 'EUR'), refusal('EUR', '$12.50'))
  assert.deepEqual(await read('SKU;Price\nA;12.50 USD', '.', 'CAD'), refusal('CAD', '12.50 USD'))
  assert.deepEqual(await read('SKU;Price breaks\nA;5: £9.50', '.', 'EUR'), refusal('EUR', '£9.50'))
})

test('the delimiter is the one with which most rows have as many cells as the heading', async () => {
  const german = 'SKU;Name;Price\nA;Säge, groß, rot;1,50\nB;Feile, fein, rund;2,75\nC;Hammer, schwer, neu;3,25'
  assert.deepEqual((await read(german))[2], { sku: 'C', name: 'Hammer, schwer, neu', price: '3.25' })
  assert.deepEqual(await read('SKU|Name\nA|Awl; fine'), [{ sku: 'A', name: 'Awl; fine' }])
  assert.deepEqual(await read('SKU\tName\nA\tAwl, fine'), [{ sku: 'A', name: 'Awl, fine' }])
})

test('lines above the heading are skipped', async () => {
  const expected = [{ sku: 'A', name: 'Awl' }]
  assert.deepEqual(await read('sep=;\nSKU;Name\nA;Awl'), expected)
  assert.deepEqual(await read('\ufeffsep=;\r\nSKU;Name\r\nA;Awl'), expected)
  assert.deepEqual(await read('Price list 2026;\n;\nSKU;Name\nA;Awl'), expected)
  assert.deepEqual(await read(`${'Note;\n'.repeat(20)}SKU;Name\nA;Awl`), [
    'file',
    'No row of the file names the columns, SKU among them, and it begins with “Note”. See the template.',
  ])
})

test('headings are matched regardless of spaces and Unicode forms', async () => {
  const expected = [{ sku: 'A', priceBreaks: '5: 4', increment: '2' }]
  assert.deepEqual(await read('ＳＫＵ;Price  breaks;"Pieces\nper pack"\nA;5: 4;2'), expected)
})

test('text that was read with a wrong character set is refused', async () => {
  const refusal = ['file', 'The file has characters of no language: its text was read with the wrong character set.']
  assert.deepEqual(await read('SKU,Name\nA,Schl\u0081ssel'), refusal)
  assert.deepEqual(await read('SKU,Name\nA,Schl\ufffdssel'), refusal)
  assert.deepEqual(await read('SKU,Name\nA,\u001b$B6bDH\u001b(B'), refusal)
  assert.deepEqual(await read('SKU,Name\nA,Tape\u000b measure'), refusal)
})
