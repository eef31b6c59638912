import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCpuMs } from '#test/cpu-time.ts'
import { type CsvFile, toCsvFile, toImportableCsvFile, writeCsv } from './csv.ts'

async function* list(texts: readonly string[]) {
  yield* texts
}

const columns = [['Note', (text: string) => text]] as const

async function write(file: CsvFile): Promise<string> {
  let text = ''
  for await (const part of writeCsv(file)) text += part
  return text
}

test('a formula is escaped after a semicolon, a tab or a line break', async () => {
  const texts = ['=A1', 'x;=A1', 'x; +1', 'x\t@A1', 'Main St\n-1+1', 'a = b; c-d']
  assert.equal(
    await write(toCsvFile('notes.csv', columns, list(texts))),
    `\ufeffNote\r\n"'=A1"\r\nx;'=A1\r\nx; '+1\r\nx\t'@A1\r\n"Main St\n'-1+1"\r\na = b; c-d\r\n`,
  )
})

test('a formula is escaped in wide letters and after quotation marks, a phone number is not', async () => {
  const texts = ['＝1+1', '＠SUM(1)', 'x;"=1+1;"', 'x;＋1', "'=1", '+1 (555) 010-0', '+1+1', "it's"]
  const expected = [
    `"'＝1+1"`,
    `"'＠SUM(1)"`,
    `"x;""'=1+1;"""`,
    "x;'＋1",
    `"''=1"`,
    '+1 (555) 010-0',
    `"'+1+1"`,
    "it's",
  ]
  assert.equal(await write(toCsvFile('notes.csv', columns, list(texts))), `\ufeffNote\r\n${expected.join('\r\n')}\r\n`)
})

test('importable texts are not escaped inside the cell', async () => {
  const texts = ['Holds;-well', 'First\n- second']
  assert.equal(
    await write(toImportableCsvFile('tools.csv', columns, list(texts))),
    `\ufeffNote\r\nHolds;-well\r\n"First\n- second"\r\n`,
  )
})

test('escaping takes linear time', async () => {
  const file = toCsvFile('notes.csv', columns, list([`${';\n \t'.repeat(250_000)}x`]))
  assert.ok((await measureCpuMs(() => write(file))) < 2_000)
})
