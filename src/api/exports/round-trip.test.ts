import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXlsx } from 'hucre'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import { parseCell, type ToolColumn } from '#contract/cells/tool-cells.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import { isSame, toSnapshotFields } from '#shop/imports/tools/snapshot-fields.ts'
import { describeColumns } from '#tables/describe-columns.ts'
import { findTable, isOwnHeading } from '#tables/find-table.ts'
import { toolFields } from '#tables/import-fields.ts'
import { mapImportRow } from '#tables/import-rows.ts'
import { proposeImportMapping } from '#tables/propose-import-mapping.ts'
import { chooseSheet, readSheets } from '#tables/read-sheets.ts'
import { toImportableCsvFile, writeCsv } from './csv.ts'
import { exportedToolColumns } from './list-columns.ts'

function createRandom(seed: number) {
  let state = seed
  return (count: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % count
  }
}

const parts = [
  '-',
  "'",
  '=1+1',
  '@x',
  '+5',
  '1:2',
  '2 kg',
  ';',
  ',',
  '"',
  'a\nb',
  ':',
  '“x”',
  '12,50',
  'Säge',
  '½',
  '<b>',
  '100%',
  'a > b',
]

function createCatalogue(random: (count: number) => number): ToolSnapshot[] {
  const makeText = () => Array.from({ length: 1 + random(4) }, () => parts[random(parts.length)]).join(' ')
  const makeLine = () => makeText().replaceAll('\n', ' ').trim()
  return Array.from({ length: 1 + random(6) }, (_, index) => {
    const price = 2 + random(1_000_000)
    return {
      sku: `T-${index}`,
      name: `${makeLine()} x`,
      brand: random(2) === 0 ? '' : `B ${makeLine()}`,
      category: ['', 'hammers', 'power-saws'][random(3)] ?? '',
      price_cents: price,
      price_breaks: random(2) === 0 ? [] : [{ from: 10 + random(5000), priceCents: price - 1 }],
      minimum: 1 + random(5000),
      increment: 1,
      unit_label: random(2) === 0 ? '' : makeLine(),
      available: random(100_000),
      tax_percent: [null, 7.5, 19, 8.875][random(4)] ?? null,
      specifications: Array.from({ length: random(3) }, (_, n) => ({
        ...{ name: `${n} ${makeLine().replace(/:/g, '')}`.trim(), value: `x ${makeLine()}`, unit: '' },
      })),
      description: `${makeText()} x`,
      image: '/images/claw-hammer-800.webp',
      image_alt: random(2) === 0 ? '' : makeLine(),
      discontinued: random(2) === 0,
      replacement_sku: random(3) === 0 ? 'T-0' : '',
      gtin: ['', '4006381333931', '012345678905', '96385074'][random(4)] ?? '',
      manufacturer_number: random(2) === 0 ? '' : makeLine(),
      discount_group: random(2) === 0 ? '' : makeLine(),
    }
  })
}

async function exportTools(tools: readonly ToolSnapshot[], sign: DecimalSign): Promise<Uint8Array> {
  async function* list() {
    yield* tools
  }
  let text = ''
  for await (const part of writeCsv(toImportableCsvFile('tools', exportedToolColumns, list()), sign)) text += part
  return Buffer.from(text)
}

/** Does what a person does who opens the file in a spreadsheet and saves it as a workbook. */
async function toWorkbook(bytes: Uint8Array): Promise<Uint8Array> {
  const [sheet] = await readSheets(bytes)
  return writeXlsx({ sheets: [{ name: 'Tools', rows: sheet?.rows.map(({ cells }) => cells) ?? [] }] })
}

async function importTools(bytes: Uint8Array): Promise<Partial<ToolSnapshot>[]> {
  const { heading, ...table } = findTable(chooseSheet(await readSheets(bytes), undefined), toolFields)
  assert.ok(heading && isOwnHeading(heading, toolFields))
  const columns = describeColumns({ heading, ...table })
  const { mapping } = proposeImportMapping({ columns, sheet: 'Tools', leftOut: [] }, toolFields, cell => cell === 'T-0')
  const titles = columns.map(({ title }) => title)
  return table.rows.map(({ cells }) => {
    const { availableBefore: _, ...own } = mapImportRow(cells, mapping, titles, toolFields)
    const values = (Object.entries(own) as [ToolColumn, string][]).map(([column, text]) => {
      const parsed = parseCell(column, text)
      assert.equal(parsed.problem, undefined)
      return [column, parsed.value]
    })
    return toSnapshotFields(Object.fromEntries(values))
  })
}

test('a thousand catalogues are exported and imported unchanged, as text with either sign of decimals and as workbooks', async () => {
  for (let seed = 1; seed <= 1_000; seed++) {
    const tools = createCatalogue(createRandom(seed))
    const text = await exportTools(tools, seed % 2 === 0 ? '.' : ',')
    const imported = await importTools(seed % 5 === 0 ? await toWorkbook(text) : text)
    assert.equal(imported.length, tools.length, `catalogue ${seed}`)
    for (const [index, wanted] of imported.entries()) {
      const tool = tools[index] ?? assert.fail()
      for (const field of Object.keys(wanted) as (keyof ToolSnapshot)[])
        assert.ok(
          isSame(field, tool, wanted),
          `catalogue ${seed}, ${field}: ${JSON.stringify([tool[field], wanted[field]])}`,
        )
    }
  }
})
