import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeXlsx } from 'hucre'
import { createCartTool } from '#test/cart-tools.ts'
import { interpretList, type ListAnswers } from './interpret-list.ts'
import { readList, readListFile, toListText } from './read-list.ts'
import { listCandidates, resolveRows, type ToolsBySku, toKey } from './resolve-rows.ts'

const catalogue: ToolsBySku = new Map(
  [
    createCartTool('CS-185'),
    createCartTool('EBL-600', { minimum: 36 }),
    createCartTool('PACK', { increment: 24, minimum: 24, available: 100 }),
    createCartTool('100200'),
    createCartTool('5'),
    createCartTool('1E10'),
    createCartTool('03-08'),
  ].map(tool => [toKey(tool.sku), tool]),
)

async function read(text: string) {
  const result = await readList(text)
  return 'table' in result ? result.table : assert.fail(result.problem)
}

async function interpret(text: string, answers: ListAnswers = {}) {
  return interpretList(await read(text), catalogue, answers)
}

async function resolve(text: string, answers: ListAnswers = {}) {
  const list = await interpret(text, answers)
  return 'rows' in list ? resolveRows(list.rows, catalogue) : assert.fail(list.question.text)
}

async function resolveOne(text: string) {
  const [row = assert.fail(), ...more] = await resolve(text)
  assert.deepEqual(more, [])
  return row
}

describe('a list is read', () => {
  const rowsOf = async (text: string) =>
    (await resolve(text)).map(({ sku, quantity, problem }) => [sku, quantity, problem])

  test('by the columns of its heading, also where cells are empty', async () => {
    assert.deepEqual(await rowsOf('SKU;;Qty\nCS-185;99;7'), [['CS-185', '7', undefined]])
    assert.deepEqual(await rowsOf('SKU;Price;Stock;Qty\nCS-185;;500;12'), [['CS-185', '12', undefined]])
  })

  test('without adding up invalid quantities', async () => {
    const problems = (await resolve('CS-185,2.5\nCS-185,2.5\nCS-185,1e3')).map(({ problem }) => problem)
    assert.deepEqual(problems, [
      '“2.5” is not a number of pieces.',
      '“2.5” is not a number of pieces.',
      '“1e3” is not a number of pieces.',
    ])
  })

  const shapes = {
    'with commas': 'CS-185,12\nEBL-600,36',
    'with semicolons': 'CS-185;12\nEBL-600;36',
    'with tabs': 'CS-185\t12\r\nEBL-600\t36\r\n',
    'with spaces': 'CS-185 12\n  EBL-600   36  \n\n',
    'with the quantity first': '12,CS-185\n36,EBL-600',
    'with a heading': 'SKU,Quantity\nCS-185,12\nEBL-600,36',
    'with a heading and more columns': 'Qty;Name;Item no.\n12;Saw;CS-185\n36;Level;EBL-600',
    'with quotes and a byte order mark': '\ufeff"CS-185","12"\n"EBL-600","36"',
    'with different delimiters': 'CS-185,12\nEBL-600 36',
    'with a heading and different delimiters': 'SKU,Quantity\nCS-185 x 12\nEBL-600,36',
    'with one row from a spreadsheet': 'CS-185 12\nEBL-600\t36',
    'with tabs and separators of thousands': 'CS-185,12\nEBL-600\t36.00',
    'in other case': 'cs-185 12\nebl-600 36',
  }
  for (const [name, text] of Object.entries(shapes))
    test(name, async () => {
      const rows = await resolve(text)
      assert.deepEqual(
        rows.map(({ tool, quantity, problem }) => [tool?.sku, quantity, problem]),
        [
          ['CS-185', '12', undefined],
          ['EBL-600', '36', undefined],
        ],
      )
    })

  test('from files in the encodings that spreadsheets save', async () => {
    const text = 'CS-185;12;Säge'
    const files = {
      utf8: new TextEncoder().encode(text),
      'windows-1252': Uint8Array.from(text, character => character.charCodeAt(0)),
      'utf-16': Uint8Array.from([0xff, 0xfe, ...[...text].flatMap(character => [character.charCodeAt(0), 0])]),
    }
    for (const [encoding, bytes] of Object.entries(files)) {
      const result = await readListFile(new File([bytes], 'list.csv'))
      assert.deepEqual(result, { text }, encoding)
    }
  })
})

describe('a list is refused with a sentence', () => {
  const readProblem = async (text: string) => {
    const result = await readList(text)
    return 'problem' in result ? result.problem : assert.fail('read')
  }

  test('above 1,000 rows', async () => {
    assert.equal((await read('CS-185 1\n'.repeat(1000))).body.length, 1000)
    const sentence = 'At most 1,000 rows at once, please: this list has 1,001.'
    assert.equal(await readProblem('CS-185 1\n'.repeat(1001)), sentence)
  })

  test('above 1 MB, and when it is no text', async () => {
    assert.equal(await readProblem('x'.repeat(1_000_001)), 'A list has at most 1 MB.')
    const large = new File([new Uint8Array(5_000_000)], 'list.csv')
    assert.deepEqual(await readListFile(large), { problem: 'A list has at most 1 MB.' })
    const notText = 'This is not a text file. Please save the list as CSV, and choose that file.'
    assert.equal(await readProblem('CS-185\0 12'), notText)
    const spreadsheet = new File([Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8])], 'list.xlsx')
    const sentence = 'This workbook cannot be read. Please save it as .xlsx anew, or as CSV.'
    assert.deepEqual(await readListFile(spreadsheet), { problem: sentence })
  })
})

test('quotation marks in the cells of a workbook belong to them', async () => {
  const rows = [
    ['SKU', 'Tool', 'Qty'],
    ['CS-185', '"Pro" saw', 2],
    ['5', '1/2" drill', 3],
    ['100200', '"Big" axe', 4],
  ]
  const file = await readListFile(
    new File([new Uint8Array(await writeXlsx({ sheets: [{ name: 'List', rows }] }))], 'list.xlsx'),
  )
  const [sheet = assert.fail()] = 'sheets' in file ? file.sheets : []
  assert.deepEqual(
    (await resolve(toListText(sheet))).map(({ sku, quantity }) => `${sku} ${quantity}`),
    ['CS-185 2', '5 3', '100200 4'],
  )
})

test('a workbook is a list as it is shown, below its title', async () => {
  const rows = [['Purchase order 4711'], ['Pos', 'SKU', 'Qty'], [10, 'CS-185', 12], [20, 5, 3]]
  const cells = new Map([['3,1', { value: 5, style: { numFmt: '000000' } }]])
  const bytes = await writeXlsx({ sheets: [{ name: 'Order', rows, cells }] })
  const file = await readListFile(new File([new Uint8Array(bytes)], 'order.xlsx'))
  const [sheet] = 'sheets' in file ? file.sheets : []
  const { heading, body } = await read(toListText(sheet ?? assert.fail()))
  assert.deepEqual(
    [heading, body.slice(-2)],
    [
      ['Pos', 'SKU', 'Qty'],
      [
        ['10', 'CS-185', '12'],
        ['20', '000005', '3'],
      ],
    ],
  )
})

describe('a row', () => {
  const problems: [name: string, text: string, problem: string, nearest: number[]][] = [
    ['with an unknown SKU', 'CS-999 5', 'No tool has the SKU “CS-999”.', []],
    ['with a quantity of 0', 'EBL-600 0', 'The minimum order is 36 pieces.', [36]],
    ['with a quantity of -3', 'CS-185 -3', '“-3” is not a number of pieces.', [1]],
    ['with a quantity of 1.5', 'CS-185 1.5', '“1.5” is not a number of pieces.', [1]],
    ['with a name', 'Longgrain Claw Hammer 40', 'No tool has the SKU “Longgrain Claw Hammer”.', []],
    ['with a quantity of 1e9', 'CS-185 1e9', '“1e9” is not a number of pieces.', [1]],
    ['with a quantity in words', 'CS-185 ten', '“ten” is not a number of pieces.', [1]],
    ['with broken packs', 'PACK 50', '50 is not a multiple of 24. Next valid: 48 or 72.', [48, 72]],
    ['above the stock', 'PACK 120', 'At most 96 pieces can be ordered.', [96]],
    ['of 10,000 characters', `${'x'.repeat(10_000)},5`, 'No SKU is longer than 40 characters.', []],
    [
      'with a formula',
      '=HYPERLINK("http://x.example"),5',
      'That is a formula. Please save the list with its values.',
      [],
    ],
    ['with a formula as its quantity', 'CS-185,=1+1', 'That is a formula. Please save the list with its values.', []],
  ]
  for (const [name, text, problem, nearest] of problems)
    test(`${name} is explained and kept`, async () => {
      const row = await resolveOne(text)
      assert.deepEqual([row.problem, row.nearest], [problem, nearest])
    })

  const corrections: [text: string, quantity: string, correction: string][] = [
    ['CS-185', '1', 'No quantity was given: 1 is the minimum order.'],
    ['PACK', '24', 'No quantity was given: 24 is the minimum order.'],
    ['CS-185\t12 pcs', '12', '“12 pcs” is read as 12.'],
    ['CS-185\t12.00', '12', '“12.00” is read as 12.'],
    ['CS-185;"1,000.00"', '1000', '“1,000.00” is read as 1000.'],
    ['CS-185\tx5', '5', '“x5” is read as 5.'],
  ]
  for (const [text, quantity, correction] of corrections)
    test(`“${text}” is understood, and says how`, async () => {
      const row = await resolveOne(text)
      assert.deepEqual([row.quantity, row.problem, row.corrections], [quantity, undefined, [correction]])
    })

  test('of two numbers takes the one that is a SKU, or asks', async () => {
    const row = await resolveOne('100200 12')
    assert.deepEqual([row.tool?.sku, row.quantity], ['100200', '12'])
    const reversed = await resolveOne('12 100200')
    assert.deepEqual([reversed.tool?.sku, reversed.quantity], ['100200', '12'])
    const asked = await resolveOne('100200 5')
    assert.deepEqual(
      [asked.problem, asked.choices.map(({ sku, quantity }) => [sku, quantity])],
      [
        'Both are SKUs. Which one do you mean?',
        [
          ['100200', '5'],
          ['5', '100200'],
        ],
      ],
    )
  })

  for (const [mangled, sku] of [
    ['1.00E+10', '1E10'],
    ['1E+10', '1E10'],
    ['8-Mar', '03-08'],
    ['Mar-08', '03-08'],
  ] as const)
    test(`with “${mangled}”, which a spreadsheet made of ${sku}, is asked`, async () => {
      const [raw = assert.fail()] = (await read(`${mangled},12`)).body
      assert.ok(listCandidates(raw).includes(sku))
      const row = await resolveOne(`${mangled},12`)
      assert.equal(row.problem, `A spreadsheet may have changed “${mangled}”. Did you mean this?`)
      assert.deepEqual(
        row.choices.map(choice => [choice.sku, choice.quantity]),
        [[sku, '12']],
      )
    })

  test('with the SKU of other rows is merged into one row with their sum', async () => {
    const row = await resolveOne('cs-185 2\n'.repeat(12))
    assert.deepEqual([row.quantity, row.corrections], ['24', []])
    assert.equal(row.sources, 12)
    const tooMany = await resolveOne('PACK 72\nPACK 48')
    assert.deepEqual([tooMany.quantity, tooMany.problem], ['120', 'At most 96 pieces can be ordered.'])
    const rows = await resolve('CS-185 2\nCS-185 ten\nCS-185 3')
    assert.deepEqual(
      rows.map(({ quantity, problem }) => [quantity, problem]),
      [
        ['5', undefined],
        ['ten', '“ten” is not a number of pieces.'],
      ],
    )
  })
})

test('a SKU that is written in two parts is one, beside its quantity', async () => {
  const { sku, quantity, corrections } = await resolveOne('EBL 600\t72')
  assert.deepEqual([sku, quantity, corrections], ['EBL-600', '72', ['“EBL 600” is read as EBL-600.']])
})
