import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCartTool } from '#test/cart-tools.ts'
import { interpretList, type ListAnswers } from './interpret-list.ts'
import { readList } from './read-list.ts'
import { checkRow, resolveRows, type ToolsBySku, toKey } from './resolve-rows.ts'

const createTool = (sku: string, increment = 1) => createCartTool(sku, { increment, available: 100_000 })

const tools: ToolsBySku = new Map(
  [
    ...['RH26-860', 'FTM-25', 'TSS-3', 'AG45-115', 'DP12', '100200'].map(sku => createTool(sku)),
    createTool('LCH-16', 20),
  ].map(tool => [toKey(tool.sku), tool]),
)

async function interpret(text: string, answers: ListAnswers = {}) {
  const read = await readList(text)
  return interpretList('table' in read ? read.table : assert.fail(read.problem), tools, answers)
}

async function ask(text: string, answers: ListAnswers = {}) {
  const list = await interpret(text, answers)
  const { text: question, choices } = 'question' in list ? list.question : assert.fail('nothing is asked')
  return [question, ...choices.map(({ name }) => name)]
}

async function resolve(text: string, answers: ListAnswers = {}) {
  const list = await interpret(text, answers)
  const rows = 'rows' in list ? resolveRows(list.rows, tools) : assert.fail(list.question.text)
  return rows.map(({ sku, quantity, problem }) => (problem === undefined ? `${sku} ${quantity}` : problem))
}

const which = 'Which numbers are the pieces?'
const none = 'None of them'

describe('numbers of lines', () => {
  test('line numbers are not read as quantities', async () => {
    const expected = ['RH26-860 5', 'FTM-25 200', 'TSS-3 40']
    assert.deepEqual(await resolve('10,RH26-860,5\n20,FTM-25,200\n30,TSS-3,40'), expected)
    assert.deepEqual(await resolve('1;RH26-860;5\n2;FTM-25;200\n3;TSS-3;40'), expected)
    assert.deepEqual(await resolve('1 RH26-860 5\n2 FTM-25 200\n3 TSS-3 40'), expected)
    assert.deepEqual(await resolve('10,RH26-860,5\n20,FTM-25,200'), expected.slice(0, 2))
    const named = 'Pos,Artikel,Preis\n3,RH26-860,5\n9,FTM-25,200\n10,TSS-3,40'
    assert.deepEqual(await ask(named), [which, 'Preis: 5, 200, 40', none])
  })

  test('two numbers of a single row are asked', async () => {
    assert.deepEqual(await ask('10,RH26-860,5'), [which, '10', '5'])
    assert.deepEqual(await resolve('10,RH26-860,5', { quantityColumn: 2 }), ['RH26-860 5'])
  })

  test('line numbers that may be quantities are asked', async () => {
    const list = '10;RH26-860\n20;FTM-25\n30;TSS-3'
    assert.deepEqual(await ask(list), [which, '10, 20, 30', none])
    assert.deepEqual(await resolve(list, { quantityColumn: 0 }), ['RH26-860 10', 'FTM-25 20', 'TSS-3 30'])
    assert.deepEqual(await resolve(list, { quantityColumn: 'none' }), ['RH26-860 1', 'FTM-25 1', 'TSS-3 1'])
    assert.deepEqual(await resolve('RH26-860;10\nFTM-25;20\nTSS-3;30'), ['RH26-860 10', 'FTM-25 20', 'TSS-3 30'])
  })
})

test('two columns of numbers are asked once for the list', async () => {
  const list = 'RH26-860;5;12\nFTM-25;200;6\nTSS-3;40;9\nDP12;1;1'
  assert.deepEqual(await ask(list), [which, '5, 200, 40, 1', '12, 6, 9, 1'])
  assert.deepEqual(await resolve(list, { quantityColumn: 1 }), ['RH26-860 5', 'FTM-25 200', 'TSS-3 40', 'DP12 1'])
  assert.deepEqual(await ask('SKU;Ordered qty;Pcs\nRH26-860;5;12'), [which, 'Ordered qty: 5', 'Pcs: 12'])
  assert.deepEqual(await resolve('RH26-860 drill 18 5\nFTM-25 tape 200\nTSS-3 set 40'), [
    'Which of these numbers is the quantity: 18 or 5?',
    'FTM-25 200',
    'TSS-3 40',
  ])
})

test('a thousand that was split into two columns is one of the choices', async () => {
  for (const list of ['FTM-25 1 000\nTSS-3 2 500', 'FTM-25,1,000\nTSS-3,2,500']) {
    assert.deepEqual(await ask(list), [which, '1,000 · 2,500', '1, 2', '000, 500'])
    const joined = await resolve(list, { quantityColumn: 1, joinsNextColumn: true })
    assert.deepEqual(joined, ['FTM-25 1000', 'TSS-3 2500'])
  }
})

test('a comma within a number does not split cells', async () => {
  assert.deepEqual(await resolve('FTM-25 12,00\nTSS-3 3,00'), ['FTM-25 12', 'TSS-3 3'])
  assert.deepEqual(await resolve('FTM-25 12,00 szt\nTSS-3 3,00 szt'), ['FTM-25 12', 'TSS-3 3'])
  assert.deepEqual(await resolve('FTM-25: 1,000 pcs', { decimalSign: '.' }), ['FTM-25 1000'])
  assert.deepEqual(await resolve('FTM-25 12,50'), ['“12,50” is not a number of pieces.'])
})

test('dozens and pallets are not accepted as pieces', async () => {
  for (const unit of ['dozen', 'dz', 'gross', 'pallets', 'k', 'pairs'])
    assert.deepEqual(await resolve(`FTM-25 2 ${unit}`), [`“2 ${unit}” is not a number of pieces.`])
  for (const unit of ['Dtzd', 'Gros', 'DZN', 'PAL', 'XYZ'])
    assert.deepEqual(await resolve(`SKU;Qty;Unit\nFTM-25;2;${unit}`), [`“2 ${unit}” is not a number of pieces.`])
})

test('full-width digits, Unicode hyphens and leading quotes are normalized', async () => {
  assert.deepEqual(await resolve("FTM‑25 １２\nTSS–3 5\n'DP12 4"), ['FTM-25 12', 'TSS-3 5', 'DP12 4'])
})

test('in a list of numbers only, the longest are SKUs', async () => {
  assert.deepEqual(await resolve('4711;6\n4712;8'), ['No tool has the SKU “4711”.', 'No tool has the SKU “4712”.'])
  assert.deepEqual(await resolve('6;100200'), ['100200 6'])
})

test('headings are known in six languages', async () => {
  for (const heading of [
    'variant_sku,qty',
    'Part No.,Ordered Qty',
    'ITEM_NO,QTY_ORD',
    'Artikelnr.,Anzahl',
    'Art.-Nr.,Menge',
    'Référence,Qté',
    'Código,Cantidad',
    'Bestelnummer,Aantal',
    'Indeks,Ilość',
    'Symbol,Szt.',
  ])
    assert.deepEqual(await resolve(`${heading}\nRH26-860,5`), ['RH26-860 5'], heading)
  assert.deepEqual(await resolve('sep=;\nOrder of May;;\nMenge;Preis;Artikel\n5;8,95;RH26-860'), ['RH26-860 5'])
})

test('numbers whose heading does not mean pieces are asked once for the list', async () => {
  const guide = 'OrderGuideName,Notes,CustomerNumber,ItemNumber\r\nVan,for six,120,RH26-860\r\n,,240,FTM-25'
  assert.deepEqual(await ask(guide), [which, 'CustomerNumber: 120, 240', none])
  assert.deepEqual(await resolve(guide, { quantityColumn: 'none' }), ['RH26-860 1', 'FTM-25 1'])
  for (const [heading, name] of [
    ['item_number,customer_number', 'customer_number'],
    ['SKU,OnHandQty', 'OnHandQty'],
    ['SKU,Qty per box', 'Qty per box'],
    ['SKU,Item weight', 'Item weight'],
    ['SKU,Weight,Notes', 'Weight'],
    ['Codice,Listino', 'Listino'],
    ['Name 1,Name 2', 'Name 2'],
  ])
    assert.deepEqual(await ask(`${heading}\nRH26-860,120\nFTM-25,240`), [which, `${name}: 120, 240`, none], heading)
  assert.deepEqual(await ask('SKU;Price;Stock\nRH26-860;8.95;500'), [which, 'Stock: 500', none])
  assert.deepEqual(await ask('SKU,Weight\nRH26-860,6.5\nFTM-25,2'), [which, 'Weight: 6.5, 2', none])
  assert.deepEqual(await ask('Item,Material,Plant\n10,RH26-860,7\n20,FTM-25,7'), [which, 'Plant: 7, 7', none])
})

test('words of a heading are told apart by capitals and underscores', async () => {
  for (const heading of ['itemNo,qtyOrdered,custNo', 'SKUNumber,QTYOrdered,X', 'item_id,order_qty,zone'])
    assert.deepEqual(await resolve(`${heading}\nRH26-860,12,120\nFTM-25,50,240`), ['RH26-860 12', 'FTM-25 50'])
})

test('a first row without numbers is a row when it holds a SKU', async () => {
  const list = await readList('DRILL;ten\nFTM-25;5')
  const table = 'table' in list ? list.table : assert.fail()
  const known = new Map([...tools, ['drill', createTool('DRILL')]])
  const read = interpretList(table, known)
  const rows = 'rows' in read ? resolveRows(read.rows, known) : assert.fail(read.question.text)
  assert.deepEqual(
    rows.map(({ sku, quantity }) => `${sku} ${quantity}`),
    ['DRILL ten', 'FTM-25 5'],
  )
})

test('a chat’s times and names are left out', async () => {
  for (const stamp of [
    '[28/11/2026, 09:14:22] Anna Example: ',
    '\u200e[28.11.26, 9:14:22\u202fPM] Anna Example: ',
    '[9:14 AM, 11/28/2026] +49 151 2345: ',
    '28/11/2026, 09:14 - Anna Example: ',
  ])
    assert.deepEqual(
      await resolve(`${stamp}RH26-860 x 20\nTSS-3 7\n${stamp}FTM-25 - 200 pcs`),
      ['RH26-860 20', 'TSS-3 7', 'FTM-25 200'],
      stamp,
    )
})

test('pieces with a unit are told from amounts and names', async () => {
  const expected = ['RH26-860 20', 'FTM-25 200']
  const lines = ['RH26-860 RH26 Rotary Hammer 860 W 20 pcs 118.40 2,368.00', 'FTM-25 Tape 7.5 m 200 pcs 6.10 1,220.00']
  assert.deepEqual(await resolve(lines.map((line, index) => `${index + 1} ${line}`).join('\n')), expected)
  assert.deepEqual(await resolve('RH26-860 drill 20 Stk 118,40 2.368,00\nFTM-25 200 Stk 6,10 1.220,00'), expected)
  assert.deepEqual(await ask('RH26-860 drill 20 2,368.00\nFTM-25 tape 200 1,220.00'), [
    which,
    '20, 200',
    '2,368.00, 1,220.00',
  ])
})

test('a multiplication sign stands on either side of the number', async () => {
  for (const line of ['40× RH26-860', '40 × RH26-860', '40×RH26-860', 'RH26-860 ×40', 'RH26-860 40×', 'RH26-860;40×'])
    assert.deepEqual(await resolve(line), ['RH26-860 40'], line)
})

test('the delimiter is the one that gives most lines the same number of cells', async () => {
  assert.deepEqual(await resolve('10;RH26-860;118,40;5\n20;FTM-25;6,10;200\n30;TSS-3;8,95;40'), [
    'RH26-860 5',
    'FTM-25 200',
    'TSS-3 40',
  ])
  assert.deepEqual(await resolve('RH26-860|5\nFTM-25|200'), ['RH26-860 5', 'FTM-25 200'])
})

describe('a number with two readings', () => {
  test('is asked once for the list', async () => {
    const list = 'RH26-860;10,000\nFTM-25;2,500'
    assert.deepEqual(await ask(list), ['How many pieces does “10,000” mean?', '10,000', '10'])
    assert.deepEqual(await resolve(list, { decimalSign: '.' }), ['RH26-860 10000', 'FTM-25 2500'])
    assert.deepEqual(await resolve('RH26-860;10,000\nFTM-25;2,000', { decimalSign: ',' }), ['RH26-860 10', 'FTM-25 2'])
    assert.deepEqual(await ask('FTM-25 1,000'), ['How many pieces does “1,000” mean?', '1,000', '1'])
  })

  test('is read as other numbers of the list are', async () => {
    assert.deepEqual(await resolve('SKU;Menge;Preis\nRH26-860;10,000;118,40\nTSS-3;1.200;8,95'), [
      'RH26-860 10',
      'TSS-3 1200',
    ])
    assert.deepEqual(await resolve('SKU,Qty,Price\nRH26-860,"10,000",118.40'), ['RH26-860 10000'])
  })

  test('is not asked when one reading is a fraction', async () => {
    assert.deepEqual(await resolve('FTM-25 1,200'), ['FTM-25 1200'])
  })
})

test('pack units are asked once for the list', async () => {
  const list = 'SKU;Menge;Einheit\nRH26-860;10;ST\nLCH-16;2;KRT\nTSS-3;3;CTN'
  assert.deepEqual(await ask(list), ['Does “2 KRT” of LCH-16 mean packs of 20?', 'Packs: 40 pieces', 'Pieces: 2'])
  assert.deepEqual(await resolve(list, { arePacks: true }), ['RH26-860 10', 'LCH-16 40', 'TSS-3 3'])
  const [, pieces] = await resolve(list, { arePacks: false })
  assert.equal(pieces, 'The minimum order is 20 pieces.')
  assert.deepEqual(await resolve('LCH-16 2 cartons', { arePacks: true }), ['LCH-16 40'])
})

test('an order of another shop’s system is read', async () => {
  const lines = [
    'Pos;Artikelnummer;Bezeichnung;Menge;Einheit;Einzelpreis;Gesamtpreis',
    '10;RH26-860;Bohrhammer RH26;10,000;ST;118,40;1.184,00',
    '20;FTM-25;Bandmaß;200,00;ST;6,10;1.220,00',
    '30;LCH-16;Klauenhammer 16 oz;2;KRT;190,00;380,00',
    '40;TSS-3;Schraubendrehersatz;1.200;ST;8,95;10.740,00',
    ';;;;;Summe;13.524,00',
  ]
  const expected = ['RH26-860 10', 'FTM-25 200', 'LCH-16 40', 'TSS-3 1200']
  assert.deepEqual(await resolve(lines.join('\r\n'), { arePacks: true }), expected)
})

test('a row may hold several part numbers', async () => {
  const lines = [
    'Your Part No,Our Part No,Mfr Part No,Qty,UOM,Need By',
    'RH26-860,900-123,RH26,10,EA,2/1/2027',
    ',900-124,,200,EA,2/1/2027',
    ',900-125,LCH-16,2,CS,2/1/2027',
  ]
  assert.deepEqual(await resolve(lines.join('\n'), { arePacks: true }), [
    'RH26-860 10',
    'No tool has the SKU “900-124”.',
    'LCH-16 40',
  ])
})

test('a mail is read line by line', async () => {
  const lines = [
    'Hi Sam, please send for Monday (PO 4471):',
    '',
    ' - 10 x RH26-860',
    ' - 200 pcs. FTM-25 tape',
    ' - LCH-16 ... 3 cartons',
    ' - TSS-3 (48)',
    ' * AG45-115: 20 Stk.',
  ]
  const [greeting = '', ...rows] = await resolve(lines.join('\n'), { arePacks: true })
  assert.deepEqual(rows, ['RH26-860 10', 'FTM-25 200', 'LCH-16 60', 'TSS-3 48', 'AG45-115 20'])
  assert.match(greeting, /^No tool has the SKU/)
})

describe('what a list says of its numbers', () => {
  test('the decimal sign and packs are kept for a row whose SKU is repaired', async () => {
    const list = await interpret('SKU;Menge;Preis\nRH26-86O;10,000;118,40\nLCH-61;2 KRT;190,00')
    const rows = 'rows' in list ? resolveRows(list.rows, tools) : assert.fail(list.question.text)
    assert.deepEqual(
      rows.map(({ quantity }) => quantity),
      ['10', '2 KRT'],
    )
    const [first = assert.fail(), second = assert.fail()] = rows
    assert.equal(checkRow({ ...first, sku: 'RH26-860' }, tools).quantity, '10')
    const asked = checkRow({ ...second, sku: 'LCH-16' }, tools)
    assert.deepEqual([asked.problem, asked.nearest], ['Does “2 KRT” mean packs of 20?', [40, 2]])
  })

  test('the decimal sign is taken from quantities and prices, not from dates or line numbers', async () => {
    assert.deepEqual(await ask('SKU;Qty;Date\nRH26-860;10.000;15.03'), [
      'How many pieces does “10.000” mean?',
      '10',
      '10,000',
    ])
    assert.deepEqual(await ask('1;RH26-860;10,000\n2;FTM-25;5'), [
      'How many pieces does “10,000” mean?',
      '10,000',
      '10',
    ])
  })

  test('a fraction is not added up with other rows of the tool', async () => {
    assert.deepEqual(await resolve('SKU;Menge;Preis\nRH26-860;1,200;118,40\nRH26-860;5;118,40'), [
      '“1,200” is not a number of pieces.',
      'RH26-860 5',
    ])
  })
})

describe('nothing is read silently wrong', () => {
  test('rising quantities behind the SKU are asked', async () => {
    const list = 'RH26-860;5;120\nFTM-25;10;95\nTSS-3;15;80'
    assert.deepEqual(await ask(list), [which, '5, 10, 15', '120, 95, 80'])
  })

  test('a row with more cells than the heading is a problem', async () => {
    const fault = 'This row has more cells than the heading. A number such as 1,000 needs quotation marks.'
    assert.deepEqual(await resolve('SKU,Qty\nRH26-860,1,000\nFTM-25,5'), [fault, 'FTM-25 5'])
  })

  test('a thousand with a space is asked', async () => {
    assert.deepEqual(await resolve('FTM-25 1 000\nRH26-860 bit\nTSS-3 set'), [
      'Which of these numbers is the quantity: 1 or 1000?',
      '“bit” is not a number of pieces.',
      '“set” is not a number of pieces.',
    ])
  })

  test('numeric units are ignored, and unknown units are a problem', async () => {
    assert.deepEqual(await resolve('SKU;Qty;Packaging\nRH26-860;5;100\nFTM-25;7;SET'), [
      'RH26-860 5',
      '“7 SET” is not a number of pieces.',
    ])
    assert.deepEqual(await resolve('RH26-860\t2 dozen'), ['“2 dozen” is not a number of pieces.'])
  })

  test('two SKUs with one quantity are asked', async () => {
    const list = await interpret('SKU;Replacement SKU;Qty\nRH26-860;FTM-25;7')
    const [row = assert.fail()] = 'rows' in list ? resolveRows(list.rows, tools) : []
    assert.equal(row.problem, 'Both are SKUs. Which one do you mean?')
    assert.deepEqual(
      row.choices.map(({ sku, quantity }) => `${sku} ${quantity}`),
      ['RH26-860 7', 'FTM-25 7'],
    )
    assert.equal(resolveRows([row.request ?? assert.fail()], tools)[0]?.problem, row.problem, 'a reload asks again')
  })
})

test('a column of units is known by its heading, or by its cells', async () => {
  assert.match((await ask('SKU;Qty;Unit of measure\nLCH-16;2;CTN\nFTM-25;5;EA'))[0] ?? '', /CTN/)
  assert.match((await ask('SKU;Qty;Sales\nLCH-16;2;CTN\nFTM-25;5;EA'))[0] ?? '', /CTN/, 'or by its cells')
})
