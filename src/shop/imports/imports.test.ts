import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import type { ImportRow } from '#contract/schemas/admin/imports.ts'
import { imports } from '#db/tables/imports.ts'
import { measureCpuMs } from '#test/cpu-time.ts'
import { assertRefused, type TestAccount } from '#test/open-shop.ts'
import { placeOrder, placePaidOrder, toLine } from '#test/orders.ts'
import { prepareShop, setUp } from '#test/prepare.ts'
import { withDeadline } from '#test/wait-until.ts'
import { processImports } from './process-imports.ts'
import { readImportFile } from './read-file.ts'

const shop = prepareShop()
let admin: TestAccount
setUp(async () => {
  // The shop's own job would take imports from the tests.
  await shop.app.jobs.stop()
  admin = await shop.logInAsAdmin()
})

const buildFile = (text: string, name = 'tools.csv') => new File([text], name, { type: 'text/csv' })
const work = () => processImports(shop.app.shop)
const get = (id: string) => admin.client.getImport({ params: { id } })
const listRows = (id: string, query = {}) => admin.client.listImportRows({ params: { id }, query })

async function upload(text: string, id: string = crypto.randomUUID()): Promise<string> {
  await admin.client.addImport({ params: { id }, form: { file: buildFile(text) } })
  await work()
  return id
}

async function requestApplication(id: string): Promise<void> {
  const { version } = await get(id)
  await admin.client.applyImport({ params: { id }, body: { version } })
}

async function apply(id: string): Promise<void> {
  await requestApplication(id)
  await work()
}

/** Returns the import that undoes it. */
async function undo(id: string): Promise<string> {
  const { _id } = await admin.client.undoImport({ params: { id } })
  await work()
  await apply(_id)
  return _id
}

async function findTool(sku: string) {
  const [found] = await admin.client.findTools({ body: { skus: [sku] } })
  return found && admin.client.getToolDetails({ params: { id: found._id } })
}

const getTool = async (sku: string) => (await findTool(sku)) ?? assert.fail(`no tool ${sku}`)
const toErrors = ({ errors }: ImportRow) => errors.map(({ column, message }) => `${column}: ${message}`)
const newSku = () => `IMP-${crypto.randomUUID().slice(0, 8)}`

test('rows are new, changed, unchanged or at fault, with what would change', async () => {
  const [known, same, fresh] = [newSku(), newSku(), newSku()]
  await shop.addTool({ name: 'Awl', sku: known, price: 4.5, available: 70, brand: 'Norvane' })
  await shop.addTool({ name: 'Bevel', sku: same, price: 8 })
  const id = await upload(
    [
      'sku,Name,Price,Minimum,Available,Description,Brand,Specifications',
      `${known.toLowerCase()},,"$1,004.75",,80,,-,"Length: 90 mm\nTip: round"`,
      `${same},Bevel,8.00,1,,,,`,
      `${fresh},Clamp,12,4,100,Holds.,NORVANE,`,
      `${newSku()},Drift,twelve,0,-1,,,Length`,
      `${known},Again,,,,,,`,
      'bad sku!,Edge,1,1,1,x,,',
      `\u212a${known},Kelvin,1,1,1,x,,`,
    ].join('\n'),
  )
  const { state, counts, rowCount } = await get(id)
  assert.deepEqual([state, rowCount], ['checked', 7])
  assert.deepEqual(counts, { pending: 0, new: 1, changed: 0, removed: 0, unchanged: 1, faulty: 5 })
  const [repeated, unchanged, added, drift, again, edge, kelvin] = await listRows(id)
  assert.deepEqual(repeated && toErrors(repeated), ['sku: Row 6 of the file has that SKU, too.'])
  assert.deepEqual(again && toErrors(again), ['sku: Row 2 of the file has that SKU, too, at $1004.75.'])
  assert.deepEqual([unchanged?.status, unchanged?.changes], ['unchanged', []])
  assert.deepEqual(
    added?.changes.find(({ column }) => column === 'brand'),
    { column: 'brand', before: '', after: 'Norvane' },
  )
  assert.deepEqual(drift && toErrors(drift).toSorted(), [
    'available: The stock is a whole number from 0 to 100,000,000.',
    'description: A new tool needs this.',
    'minimum: The minimum order is a whole number from 1 to 1,000,000.',
    'price: “twelve” is not a number.',
    'specifications: “Length” needs a name, a colon and a value, such as “Power: 860 W”.',
  ])
  for (const row of [edge, kelvin])
    assert.deepEqual(row && toErrors(row), [
      'sku: A SKU begins with a letter or digit, then has letters, digits and -._/, up to 40 characters.',
    ])
  await admin.client.repairImportRow({ params: { id, position: '5' }, body: { cells: { sku: newSku() } } })
  const [first, , , , fifth] = await listRows(id)
  assert.deepEqual(first?.status, 'changed', 'its SKU is not repeated any more')
  assert.deepEqual(
    first?.changes.map(({ column, before, after }) => [column, before, after]),
    [
      ['brand', 'Norvane', ''],
      ['price', '4.50', '1004.75'],
      ['available', '70', '80'],
      ['specifications', '', 'Length: 90 mm\nTip: round'],
    ],
  )
  assert.equal(fifth?.status, 'faulty')
  await apply(id)
  const tool = await getTool(known)
  assert.deepEqual([tool.name, tool.price, tool.available, tool.brand], ['Awl', 1004.75, 80, ''])
  assert.deepEqual(
    tool.specifications.map(({ name, value, unit }) => `${name} ${value}${unit}`),
    ['Length 90mm', 'Tip round'],
  )
  const clamp = await getTool(fresh)
  assert.deepEqual(
    [clamp.name, clamp.price, clamp.minimum, clamp.available, clamp.brand],
    ['Clamp', 12, 4, 100, 'Norvane'],
  )
  const movements = await admin.client.listStockMovements({ params: { id: tool._id } })
  assert.deepEqual(
    movements.map(({ reason, delta }) => [reason, delta]),
    [
      ['import', 10],
      ['opening', 70],
    ],
  )
  const found = await shop.client.listTools({ query: { q: 'round', limit: 5 } })
  assert.ok(
    found.some(({ _id }) => _id === tool._id),
    'what was imported is searched',
  )
  const [latest] = await admin.client.listAdminActions({ query: { q: 'Awl', limit: 1 } })
  assert.deepEqual([latest?.action, latest?.before.price, latest?.after.price], ['update_tool', 4.5, 1004.75])
  assert.equal(latest?.after.note, 'tools.csv')
  const [repaired] = await admin.client.listAdminActions({ query: { action: 'repair_import', limit: 1 } })
  assert.deepEqual([repaired?.subject, repaired?.after.note], ['tools.csv', 'row 6: SKU'])
})

test('an undo takes back each field that is still as the import left it, and the stock by its difference', async () => {
  const [changed, ordered, fresh, sold] = [newSku(), newSku(), newSku(), newSku()]
  const { _id } = await shop.addTool({ name: 'Awl', sku: changed, price: 5, available: 50, brand: 'Norvane' })
  await shop.addTool({ name: 'Burin', sku: ordered, price: 5, available: 10 })
  const id = await upload(
    [
      'SKU;Name;Price;Minimum;Available;Description;Brand',
      `${changed};Awl XL;6;1;60;New;Awlmaker`,
      `${ordered};;7;;20;;`,
      `${fresh};Clamp;12;4;100;Holds.;`,
      `${sold};Dowel;12;1;100;Holds.;`,
    ].join('\r\n'),
  )
  await apply(id)
  const buyer = await shop.createVerifiedBuyer()
  const order = async (sku: string, quantity: number) => {
    const tool = await getTool(sku)
    await placePaidOrder({ shop, buyer }, [toLine(tool, quantity)])
  }
  await order(changed, 7)
  await order(ordered, 15)
  await order(sold, 1)
  const tool = await getTool(changed)
  const fields = { name: 'Awl XXL', image: tool.image, price: 6, available: 53, minimum: 1, description: 'New' }
  await admin.client.updateTool({ params: { id: _id }, body: fields })
  const undoId = await undo(id)
  const after = await getTool(changed)
  assert.deepEqual([after.name, after.price, after.brand, after.description], ['Awl XXL', 5, 'Norvane', 'x'])
  assert.equal(after.available, 43, '50 less the 7 that were ordered')
  const kept = await getTool(ordered)
  assert.deepEqual([kept.price, kept.available], [5, 5], 'ten pieces fewer would be less than nothing')
  assert.equal(await findTool(fresh), undefined)
  assert.equal((await getTool(sold)).available, 99)
  const [{ state }, { keptCount }] = [await get(id), await get(undoId)]
  assert.deepEqual([state, keptCount], ['undone', 3])
  const rows = await listRows(undoId, { kept: 'true' })
  assert.deepEqual(
    rows
      .map(row => row.kept)
      .filter(kept => kept.length < 5)
      .toSorted(),
    [['available'], ['name']],
  )
  await assertRefused(undo(id), 'changed_meanwhile')
})

test('a row that is stale at the time of applying stops the import, and is checked again', async () => {
  const [first, second] = [newSku(), newSku()]
  const { _id } = await shop.addTool({ name: 'Awl', sku: first, price: 5 })
  await shop.addTool({ name: 'Burin', sku: second, price: 5 })
  const id = await upload(`SKU,Price\n${first},6\n${second},6`)
  const { image, minimum, available, description } = await getTool(first)
  await admin.client.updateTool({
    params: { id: _id },
    body: { name: 'Awl', image, price: 5.5, minimum, available, description },
  })
  await apply(id)
  const { state, staleCount, appliedAt } = await get(id)
  assert.deepEqual([state, staleCount, appliedAt], ['checked', 1, null])
  assert.deepEqual([(await getTool(first)).price, (await getTool(second)).price], [5.5, 5], 'nothing was written')
  const row = (await listRows(id)).find(({ sku }) => sku === first)
  assert.deepEqual(row?.changes, [{ column: 'price', before: '5.50', after: '6.00' }])
  await apply(id)
  assert.deepEqual([(await getTool(first)).price, (await getTool(second)).price], [6, 6])
})

test('two admins who apply at once, and a file that is sent twice, change everything once', async () => {
  const sku = newSku()
  await shop.addTool({ name: 'Awl', sku, price: 5, available: 10 })
  const text = `SKU,Available\n${sku},30`
  const id = await upload(text)
  await admin.client.addImport({ params: { id }, form: { file: buildFile(text) } })
  await assertRefused(
    admin.client.addImport({ params: { id }, form: { file: buildFile(`${text}1`) } }),
    'change_reused',
  )
  const applied = await Promise.allSettled([1, 2, 3].map(() => requestApplication(id)))
  assert.equal(applied.filter(({ status }) => status === 'fulfilled').length, 1)
  await Promise.all([work(), work(), work()])
  assert.equal((await getTool(sku)).available, 30)
  const again = await upload(text)
  const { counts, appliedBefore } = await get(again)
  assert.equal(counts.unchanged, 1)
  assert.ok(appliedBefore)
  await admin.client.discardImport({ params: { id: again } })
  await assertRefused(apply(again), 'changed_meanwhile')
})

test('work that a process abandoned is finished by the next one', async () => {
  const sku = newSku()
  const id = await upload(`SKU,Name,Price,Minimum,Available,Description\n${sku},Awl,5,1,10,x`)
  await requestApplication(id)
  const { db } = shop.app.shop
  await db.update(imports).set({ leasedUntil: sql`now() + interval '1 minute'` }).where(sql`id = ${id}`)
  await work()
  assert.equal((await get(id)).state, 'applying', 'another process is at it')
  await db.update(imports).set({ leasedUntil: sql`now() - interval '1 second'` }).where(sql`id = ${id}`)
  await work()
  assert.equal((await get(id)).state, 'applied')
})

test('a file without tools is refused with a reason', async () => {
  const refuseFile = async (content: BlobPart) => {
    const file = new File([content], 'tools.csv')
    const refusal = await admin.client.addImport({ params: { id: crypto.randomUUID() }, form: { file } }).then(
      () => assert.fail('not refused'),
      (error: unknown) => error,
    )
    assert.ok(refusal instanceof Refusal)
    return refusal.errors.map(({ field, message }) => `${field}: ${message}`).join()
  }
  assert.match(await refuseFile('SKU,Price\n'), /no rows below its heading/)
  assert.match(
    await refuseFile('SKU,Name\nA,"3/4 socket\nB,Awl'),
    /quotation mark is left open or stands alone in row 2/,
  )
  assert.match(await refuseFile('SKU,Name\nA,Holds, well'), /Row 2 has more cells than the heading/)
  assert.match(await refuseFile(`SKU,Name\nA,${'B'.repeat(20_001)}`), /Row 2 has a cell of more than 20,000 characters/)
  assert.match(await refuseFile('SKU\0'), /not a text file/)
  assert.match(await refuseFile(new Uint8Array([0x53, 0x4b, 0x55, 0xe4])), /not in UTF-8/)
  assert.match(await refuseFile(`SKU\n${'A\n'.repeat(50_001)}`), /at most 50,000 rows; this one has 50,001/)
})

test('a file of any shape is read or refused without using this process’s CPU time', async () => {
  const read = async (content: string) => {
    const file = new File([content], 'tools.csv')
    const add = () => admin.client.addImport({ params: { id: crypto.randomUUID() }, form: { file } })
    let outcome = 'read'
    const cpuMs = await measureCpuMs(async () => {
      await add().catch((error: unknown) => {
        outcome = error instanceof Refusal ? (error.errors[0]?.message ?? '') : assert.fail(String(error))
      })
    })
    // Receiving 19 MB takes up to 2 s on a busy machine; parsing it here would take far longer.
    assert.ok(cpuMs < 4_000, `${cpuMs} ms`)
    return outcome
  }
  const tooMuch = /^This file takes too much time or memory\. Please copy its filled rows into a new list/
  assert.equal(await read(`SKU${','.repeat(100_000)}\n${'A\n'.repeat(2_000)}`), 'read')
  assert.equal(await read(`SKU,Name\n${newSku()},Awl\n${'\n'.repeat(2_000_000)}`), 'read')
  assert.equal(await read(`SKU\n${newSku()}\n${`${','.repeat(14)}\n`.repeat(200_000)}`), 'read')
  assert.match(await read(`SKU,Name\n"${'"x'.repeat(4_000_000)}`), tooMuch)
  assert.match(await read(`SKU,Name\nA${','.repeat(19_000_000)}`), new RegExp(`^read$|${tooMuch.source}`))
  assert.match(await read(`SKU,Name\n"${'""'.repeat(200_000)}"`), /Row 2 has a cell of more than 20,000 characters/)
  assert.match(await read(`SKU,${'a,'.repeat(500_000)}\nA`), /at most 300 columns; this one has 500,001/)
  assert.match(await read(`SKU\n${'a\n'.repeat(1_000_000)}`), /this one has 1,000,000/)
})

test('a file whose reader exits while it sends rows is refused', async () => {
  const started: ChildProcess[] = []
  const remember = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process)
  }
  const file = Buffer.from(`SKU\n${'A\n'.repeat(2_000)}`)
  const rowCounts: number[] = []
  subscribe('child_process', remember)
  try {
    const reading = readImportFile({ kind: 'tools', bytes: file }, async (_table, _count, portions) => {
      for await (const rows of portions) {
        rowCounts.push(rows.length)
        started.find(({ spawnargs }) => spawnargs.some(each => each.includes('file-reader')))?.kill('SIGKILL')
      }
    })
    await assert.rejects(reading, (error: unknown) => error instanceof Refusal && error.code === 'invalid_input')
    assert.deepEqual(rowCounts, [500])
  } finally {
    unsubscribe('child_process', remember)
  }
})

test('a shop stopped during an import or undo writes nothing, and finishes it after the restart', async () => {
  const skus = Array.from({ length: 600 }, newSku)
  const id = await upload(
    ['SKU,Name,Price,Minimum,Available,Description', ...skus.map(sku => `${sku},Awl,3,5,9,Bores.`)].join('\n'),
  )
  const stopAfter = async (portions: number) => {
    const stopping = new AbortController()
    const { signal } = stopping
    const throwIfAborted = signal.throwIfAborted.bind(signal)
    let asked = 0
    signal.throwIfAborted = () => {
      asked += 1
      if (asked > portions) stopping.abort()
      throwIfAborted()
    }
    await processImports(shop.app.shop, signal)
    assert.ok(signal.aborted)
  }
  await requestApplication(id)
  for (const portions of [1, 3, 5]) await stopAfter(portions)
  assert.equal((await get(id)).state, 'applying')
  assert.equal(await findTool(skus[0] ?? ''), undefined)
  await work()
  assert.equal((await get(id)).state, 'applied')
  assert.equal((await getTool(skus[599] ?? '')).price, 3)
  const { _id: undoId } = await admin.client.undoImport({ params: { id } })
  await work()
  await requestApplication(undoId)
  await stopAfter(2)
  assert.equal((await getTool(skus[0] ?? '')).price, 3)
  await work()
  assert.equal((await get(id)).state, 'undone')
  assert.equal(await findTool(skus[0] ?? ''), undefined)
})

test('an import repaired since the reviewed version is not applied', async () => {
  const sku = newSku()
  await shop.addTool({ name: 'Awl', sku, price: 5 })
  const id = await upload(`SKU,Price\n${sku},6\n${newSku()},7`)
  const { version } = await get(id)
  await admin.client.repairImportRow({ params: { id, position: '1' }, body: { cells: { price: '0.06' } } })
  await assertRefused(admin.client.applyImport({ params: { id }, body: { version } }), 'changed_meanwhile')
})

test('a price break added since then stops an import, and an undo of the price', async () => {
  const sku = newSku()
  const { _id } = await shop.addTool({ name: 'Awl', sku, price: 10 })
  const { image, minimum, available, description } = await getTool(sku)
  const change = (price: number, priceBreaks: { from: number; price: number }[]) =>
    admin.client.updateTool({
      params: { id: _id },
      body: { name: 'Awl', image, minimum, available, description, price, priceBreaks },
    })
  const id = await upload(`SKU,Price\n${sku},8`)
  await change(10, [{ from: 50, price: 9 }])
  await apply(id)
  const [row] = await listRows(id)
  assert.deepEqual([(await get(id)).state, row && toErrors(row).length], ['checked', 1])
  const second = await upload(`SKU,Price\n${sku},20`)
  await apply(second)
  await change(20, [{ from: 50, price: 15 }])
  const undoId = await undo(second)
  assert.deepEqual([(await get(second)).state, (await listRows(undoId))[0]?.kept], ['undone', ['price']])
  assert.equal((await getTool(sku)).price, 20)
})

test('an unchanged cell is compared again before an import is applied', async () => {
  const [sku, other] = [newSku(), newSku()]
  const { _id } = await shop.addTool({ name: 'Awl', sku, price: 5 })
  await shop.addTool({ name: 'Gouge', sku: other, price: 5 })
  const id = await upload(`SKU,Price,Name\n${sku},5,Awl\n${other},6,Gouge`)
  assert.deepEqual((await get(id)).counts.unchanged, 1)
  const { image, minimum, available, description } = await getTool(sku)
  const tool = { name: 'Awl', image, minimum, available, description, price: 7 }
  await admin.client.updateTool({ params: { id: _id }, body: tool })
  await apply(id)
  const [row] = await listRows(id)
  assert.deepEqual(
    [(await get(id)).state, row?.changes.map(({ before, after }) => [before, after])],
    ['checked', [['7.00', '5.00']]],
  )
  await apply(id)
  assert.deepEqual([(await getTool(sku)).price, (await getTool(other)).price], [5, 6])
})

test('a SKU taken by another tool since the check stops an import', async () => {
  const sku = newSku()
  const { _id } = await shop.addTool({ name: 'Awl', sku, price: 5 })
  const id = await upload(`SKU,Price\n${sku},6`)
  const { image, minimum, available, description } = await getTool(sku)
  const tool = { name: 'Awl', sku: newSku(), image, minimum, available, description, price: 5 }
  await admin.client.updateTool({ params: { id: _id }, body: tool })
  await apply(id)
  const [row] = await listRows(id)
  assert.deepEqual([(await get(id)).state, row?.status, (await getTool(tool.sku)).price], ['checked', 'faulty', 5])
})

test('two spellings of a new brand make one brand, and an undo takes it from both tools', async () => {
  const [first, second] = [newSku(), newSku()]
  for (const sku of [first, second]) await shop.addTool({ name: 'Awl', sku })
  const id = await upload(`SKU,Brand\n${first},Hart+Sohn ${first}\n${second},Hart & Sohn ${first}`)
  await apply(id)
  assert.equal((await getTool(first)).brand, (await getTool(second)).brand)
  assert.equal((await get(await undo(id))).keptCount, 0)
  assert.deepEqual([(await getTool(first)).brand, (await getTool(second)).brand], ['', ''])
})

test('stock counted or imported since the check stops an import, ordered stock does not', async () => {
  const sku = newSku()
  const { _id } = await shop.addTool({ name: 'Awl', sku, available: 10 })
  const [first, second] = [await upload(`SKU,Available\n${sku},30`), await upload(`SKU,Available\n${sku},30`)]
  const buyer = await shop.createVerifiedBuyer()
  const released = await placeOrder(buyer, [toLine(await getTool(sku), 3)])
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await admin.client.holdOrder({ params: { id: released }, body: { until } })
  await buyer.client.cancelOrder({ params: { id: released } })
  await placePaidOrder({ shop, buyer }, [toLine(await getTool(sku), 4)])
  await apply(first)
  assert.equal((await getTool(sku)).available, 26)
  await apply(second)
  assert.deepEqual([(await get(second)).state, (await getTool(sku)).available], ['checked', 26])
  const third = await upload(`SKU,Available\n${sku},30`)
  const body = { reason: 'count' as const, counted: 25, note: '' }
  await admin.client.adjustStock({ params: { id: _id, adjustmentId: crypto.randomUUID() }, body })
  await apply(third)
  assert.equal((await get(third)).state, 'checked')
  const [latest] = await admin.client.listAdminActions({ query: { action: 'update_tool', limit: 1 } })
  assert.deepEqual([latest?.subjectId, latest?.before.available, latest?.after.available], [_id, 6, 26])
})

test('an exported file moves the stock only by what was changed in it', async () => {
  const sku = newSku()
  await shop.addTool({ name: 'Awl', sku, price: 5, available: 100 })
  const exported = await (await admin.client.exportList({ params: { list: 'tools' }, query: { q: sku } })).text()
  const buyer = await shop.createVerifiedBuyer()
  await placePaidOrder({ shop, buyer }, [toLine(await getTool(sku), 20)])
  const id = await upload(exported.replace(',5.00,', ',6.00,'))
  const [row] = await listRows(id)
  assert.deepEqual(
    row?.changes.map(({ column }) => column),
    ['price'],
  )
  const moved = await upload(exported.replace(',100,100,', ',150,100,'))
  const body = { reason: 'receipt' as const, quantity: 7, note: '' }
  const { _id: id_ } = await getTool(sku)
  await admin.client.adjustStock({ params: { id: id_, adjustmentId: crypto.randomUUID() }, body })
  await apply(moved)
  assert.equal((await getTool(sku)).available, 137)
})

test('an import that the database has no statistics of is applied and undone in time', async () => {
  const { db } = shop.app.shop
  const mark = newSku()
  const build = (price: number) => {
    const rows = Array.from({ length: 400 }, (_, index) => `${mark}-${index},Awl,${price},5,100,Bores.`)
    return ['SKU,Name,Price,Minimum,Available,Description', ...rows].join('\n')
  }
  await apply(await upload(build(3)))
  await db.execute(sql`analyze import_rows`)
  const id = await upload(build(4))
  await withDeadline(apply(id), 'the import is applied')
  await withDeadline(undo(id), 'the import is undone')
  assert.equal((await getTool(`${mark}-399`)).price, 3)
})

test('an import that the database refuses returns to review with the reason', async () => {
  const sku = newSku()
  await shop.addTool({ name: 'Awl', sku, price: 5 })
  const id = await upload(`SKU,Price\n${sku},6.77`)
  const { db } = shop.app.shop
  await db.execute(sql`alter table tools add constraint not_677 check (price_cents <> 677) not valid`)
  await requestApplication(id)
  await assert.rejects(work())
  await db.execute(sql`alter table tools drop constraint not_677`)
  const { state, failure } = await get(id)
  assert.equal(state, 'checked')
  assert.match(failure, /^Nothing was written, since the database refuses it/)
})

test('an import and its undo are finished though the accounts of their admins are closed meanwhile', async () => {
  const [{ email, client }, second] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  for (const each of [email, second.email]) await admin.client.promote({ params: { email: each } })
  const [id, sku] = [crypto.randomUUID(), newSku()]
  await client.addImport({
    params: { id },
    form: { file: buildFile(`sku,Name,Price,Minimum,Available,Description\n${sku},Awl,1,1,7,x`) },
  })
  await work()
  assert.equal((await get(id)).createdBy, email)
  await client.applyImport({ params: { id }, body: { version: (await get(id)).version } })
  await admin.client.closeAccount({ params: { email }, query: { reviews: 'keep' } })
  await work()
  const { state, failure, createdBy, appliedBy, appliedAt } = await get(id)
  assert.deepEqual([state, failure, createdBy, appliedBy, appliedAt !== null], ['applied', '', null, null, true])
  const { _id: toolId } = await getTool(sku)
  const [action] = await admin.client.listAdminActions({ query: { action: 'add_tool', q: 'Awl', limit: 1 } })
  assert.deepEqual([action?.subjectId, action?.actorEmail], [toolId, email])
  const { _id: undoId } = await second.client.undoImport({ params: { id } })
  await work()
  await second.client.applyImport({ params: { id: undoId }, body: { version: (await get(undoId)).version } })
  await admin.client.closeAccount({ params: { email: second.email }, query: { reviews: 'keep' } })
  await work()
  const { state: lastState, undoneBy, undoneAt } = await get(id)
  assert.deepEqual([lastState, undoneBy, undoneAt !== null], ['undone', null, true])
})

test('a stock count since the check stops an import whose stock cell was unchanged', async () => {
  const sku = newSku()
  const { _id } = await shop.addTool({ name: 'Awl', sku, available: 10 })
  const id = await upload(`SKU,Available,Price\n${sku},10,7`)
  const body = { reason: 'count' as const, counted: 7, note: '' }
  await admin.client.adjustStock({ params: { id: _id, adjustmentId: crypto.randomUUID() }, body })
  await apply(id)
  const [row] = await listRows(id)
  assert.deepEqual(
    [(await get(id)).state, row?.changes.map(({ column }) => column)],
    ['checked', ['price', 'available']],
  )
})

test('a fraction in a whole-number column is named in the error', async () => {
  const sku = newSku()
  await shop.addTool({ name: 'Awl', sku })
  const [row] = await listRows(await upload(`SKU,Minimum,Available\n${sku},1.5,2.5`))
  assert.deepEqual(row?.errors.map(({ column }) => column).toSorted(), ['available', 'minimum'])
  assert.doesNotMatch(JSON.stringify(row), /new tool/)
})

test('a replacement SKU in other capitals is restored by an undo', async () => {
  const [sku, replacement] = [newSku(), newSku()]
  await shop.addTool({ name: 'Awl', sku })
  await shop.addTool({ name: 'Gouge', sku: replacement })
  const id = await upload(`SKU,Replacement SKU\n${sku},${replacement.toLowerCase()}`)
  await apply(id)
  const undoId = await undo(id)
  assert.deepEqual([(await get(undoId)).keptCount, (await listRows(undoId))[0]?.kept], [0, []])
})

test('a row whose replacement changes in the same file is linked to it', async () => {
  const [sku, replacement] = [newSku(), newSku()]
  for (const each of [sku, replacement]) await shop.addTool({ name: 'Awl', sku: each, price: 5 })
  await apply(await upload(`SKU,Price,Replacement SKU\n${replacement},6,\n${sku},7,${replacement}`))
  assert.equal((await getTool(sku)).replacement?.sku, replacement)
})

test('an undo that deletes a replacement leaves the tool that it replaced without one', async () => {
  const [sku, replacement] = [newSku(), newSku()]
  await shop.addTool({ name: 'Awl', sku })
  const id = await upload(`SKU,Name,Price,Minimum,Available,Description\n${replacement},Gouge,5,1,9,x`)
  await apply(id)
  await apply(await upload(`SKU,Replacement SKU\n${sku},${replacement}`))
  assert.equal((await getTool(sku)).replacement?.sku, replacement)
  await undo(id)
  assert.equal((await getTool(sku)).replacement, null)
})

test('an export changes nothing when it is imported again', async () => {
  const sku = newSku()
  const specifications = [
    { name: 'Area', value: '12', unit: 'sq m' },
    { name: 'Length', value: '10 mm', unit: '' },
    { name: 'Drive', value: 'square', unit: 'in.' },
  ]
  await shop.addTool({ name: 'Awl', sku, description: '-', imageAlt: '-', unitLabel: '-', specifications })
  const exported = await (await admin.client.exportList({ params: { list: 'tools' }, query: { q: sku } })).text()
  const [row] = await listRows(await upload(exported))
  assert.deepEqual([row?.status, row?.errors, row?.changes], ['unchanged', [], []])
})

test('of rows that share a SKU, only those affected by a repair are checked again', async () => {
  const [shared, own] = [newSku(), newSku()]
  for (const sku of [shared, own]) await shop.addTool({ name: 'Awl', sku, price: 5 })
  const id = await upload(`SKU,Price\n${shared},6\n${shared.toLowerCase()},7\n${shared},8\n${own},9`)
  const repair = (position: string, sku: string) =>
    admin.client.repairImportRow({ params: { id, position }, body: { cells: { sku } } })
  const listStatuses = async () => {
    const rows = await listRows(id)
    return rows.toSorted((one, other) => one.position - other.position).map(({ status }) => status)
  }
  assert.deepEqual(await listStatuses(), ['faulty', 'faulty', 'faulty', 'changed'])
  await repair('1', own)
  assert.deepEqual(await listStatuses(), ['faulty', 'faulty', 'faulty', 'faulty'])
  await repair('2', own)
  assert.deepEqual(await listStatuses(), ['faulty', 'faulty', 'changed', 'faulty'])
  await repair('1', shared)
  assert.deepEqual(await listStatuses(), ['faulty', 'faulty', 'faulty', 'faulty'])
})

test('an export of tools with any texts changes nothing when it is imported again', async () => {
  const parts = [
    '-',
    "'",
    "'-",
    '=1+1',
    '@x',
    '+5',
    '1:2',
    '2 kg',
    ' ',
    ';',
    ',',
    '"',
    'a\nb',
    '\t',
    ':',
    '“x”',
    '12,50',
    'Säge',
    'é',
    '＝1',
    '½',
  ]
  let seed = 1
  const random = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % count
  }
  const makeText = () => Array.from({ length: 1 + random(4) }, () => parts[random(parts.length)]).join('')
  const makeLine = () => makeText().replaceAll('\n', ' ')
  const mark = newSku()
  const count = 100
  for (let index = 0; index < count; index++) {
    const specifications = [0, 1, 2].map(number => ({
      name: `${number} ${makeLine().replace(/:\s/g, ':')}`.replace(/:\s/g, ':'),
      value: `x${makeLine()}`.slice(random(2)),
      unit: ['', 'kg', '°C', 'sq m'][random(4)] ?? '',
    }))
    const filled = specifications.filter(({ value }) => value.trim() !== '')
    await shop.addTool({
      sku: `${mark}-${index}`,
      name: `${makeLine()}x`,
      description: `${makeText()}x`.slice(random(2)) || '-',
      imageAlt: makeLine(),
      unitLabel: makeLine(),
      price: (1 + random(100_000)) / 100,
      priceBreaks: [],
      taxPercent: [null, 7.5, 19][random(3)] ?? null,
      specifications: filled,
    })
  }
  const exported = await (await admin.client.exportList({ params: { list: 'tools' }, query: { q: mark } })).text()
  const id = await upload(exported)
  for (const status of ['new', 'changed', 'faulty'] as const) {
    const rows = await listRows(id, { status, limit: 3 })
    assert.deepEqual(
      rows.map(({ cells, changes, errors }) => ({ cells, changes, errors })),
      [],
      status,
    )
  }
  assert.equal((await get(id)).counts.unchanged, count)
})
