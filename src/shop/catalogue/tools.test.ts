import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { InputOf } from '#contract/client.ts'
import type { CacheTag } from '#contract/endpoint.ts'
import { adjustStock } from '#shop/stock/adjust-stock.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { environmentNames } from '#test/databases.ts'
import { assertRefused, openShop } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'
import { withDeadline } from '#test/wait-until.ts'
import { addTool, deleteTool, updateTool } from './change-tools.ts'
import { getTool } from './tools.ts'

const shop = prepareShop()

const find = async (query: InputOf<'listTools'>['query']) =>
  (await shop.client.listTools({ query })).map(tool => tool.name)

test('a search finds words in the name and the description, names first', async () => {
  assert.deepEqual((await find({ q: 'circular saw' }))[0], 'Circular Saw')
  assert.deepEqual(await find({ q: 'ferrules' }), ['Paredge Wood Chisel Set'])
  assert.deepEqual((await find({ q: 'HAMMER' })).slice(0, 2).toSorted(), [
    'Longgrain Claw Hammer',
    'RH26 Rotary Hammer',
  ])
})

const typos = [
  ['hamer', 'Longgrain Claw Hammer'],
  ['wrnch', 'Widejaw Adjustable Wrench'],
  ['circlar', 'Circular Saw'],
  ['drlil', 'Handheld Power Drill'],
  ['screwdrver', 'Trio Screwdriver Set'],
  ['sandre', 'Wood Floor Belt Sander'],
  ['chisl', 'Paredge Wood Chisel Set'],
  ['gridner', 'AG45 Angle Grinder'],
  ['jigsaww', 'Revolt E.9V Jigsaw'],
  ['bench vice', 'Turnbase Bench Vise'],
  ['vanadum', 'Paredge Wood Chisel Set'],
] as const

for (const [typed, meant] of typos) {
  test(`'${typed}' still finds ${meant}, marked as similar`, async () => {
    const found = await find({ q: typed })
    assert.ok(found.slice(0, 4).includes(meant), found.join(', '))
    const { count, similar } = await shop.client.countTools({ query: { q: typed } })
    assert.deepEqual([count, similar], [found.length, true])
  })
}

test('words without similar words find nothing, and wildcards are plain characters', async () => {
  for (const q of ['zzzzzz', '%', '___', '\\', "'; drop table tools; --"]) {
    assert.deepEqual(await find({ q }), [], q)
    assert.deepEqual(await shop.client.countTools({ query: { q } }), { count: 0, similar: true })
  }
})

test('words of one or two characters match at the beginning of a word, longer ones anywhere in it', async () => {
  assert.ok((await find({ q: 'dr' })).includes('Handheld Power Drill'))
  for (const q of ['h2', 'il']) assert.equal((await shop.client.countTools({ query: { q } })).similar, true, q)
  assert.deepEqual(await find({ q: 'rh2 hammer' }), ['RH26 Rotary Hammer'])
  assert.ok((await find({ q: 'saw' })).includes('Revolt E.9V Jigsaw'))
  assert.deepEqual(await find({ q: '(E.9v)' }), ['Revolt E.9V Jigsaw'])
})

const spellings = [
  [
    ['18V', '18 V', '18-v', '18 volt', '18 Volts'],
    ['Kestrel Driver 18 V', 'Kestrel Fan 18V'],
  ],
  [['400ml', '400 ml', '400-ML'], ['Kestrel Cleaner 400 ml']],
  [['M8', 'M 8', 'm-8'], ['Kestrel Nut M 8']],
  [['T25', 'T-25', 't 25'], ['Kestrel Bit T-25']],
  [['3/8"', '3/8 in', '3/8in', '3/8 inch', '3/8”'], ['Kestrel Socket 3/8"']],
  [['1/2in', '1/2"', '½ inch'], ['Kestrel Bar 1/2 in.']],
  [['12mm x 30', '12 mm x 30', '12MM X 30'], ['Kestrel Anchor 12 mm x 30']],
  [['1.5Ah', '1,5 Ah'], ['Kestrel Pack 1.5 Ah, 1,200 g']],
  [['1200g', '1,200 g'], ['Kestrel Pack 1.5 Ah, 1,200 g']],
  [['pole saw', 'pole-saw', 'polesaw', 'PoleSaws'], ['Kestrel Pole Saw']],
  [['kestrel brush', 'kestrel brushes'], ['Kestrel Brushes']],
  [['kestrel knife', 'kestrel knives'], ['Kestrel Knives']],
  [['kestrel battery', 'kestrel batteries'], ['Kestrel Battery']],
  [['kestrel press', 'kestrel presses'], ['Kestrel Press']],
  [['kestrel bar 🔨', '🔨 kestrel “bar”', 'kestrel bar®'], ['Kestrel Bar 1/2 in.']],
] as const

test('a number and its unit, compounds, and singular and plural are found however they are written', async t => {
  const names = new Set(spellings.flatMap(([, found]) => found))
  for (const name of [...names, 'Kestrel Saw 20 V, 18 in.', 'Kestrel Clamp 8 m, 25 t', 'Kestrel Kit 3 of 8'])
    await shop.addTool({ name, description: 'Of a kestrel.' })
  t.after(() => shop.app.shop.db.execute(sql`update tools set deleted_at = now() where description = 'Of a kestrel.'`))
  const found: [string, string[], boolean][] = []
  for (const q of spellings.flatMap(([texts]) => texts)) {
    const ofKestrel = (await find({ q })).filter(name => name.startsWith('Kestrel'))
    found.push([q, ofKestrel.toSorted(), (await shop.client.countTools({ query: { q } })).similar])
  }
  assert.deepEqual(
    found,
    spellings.flatMap(([texts, tools]) => texts.map(text => [text, [...tools], false])),
  )
})

test('plurals find as many tools as singulars', async () => {
  for (const [plural, singular] of [
    ['hammers', 'hammer'],
    ['saws', 'saw'],
    ['wrenches', 'wrench'],
    ['vises', 'vise'],
  ] as const)
    assert.deepEqual(await find({ q: plural }), await find({ q: singular }), plural)
  assert.equal((await find({ q: 'vices' })).includes('Turnbase Bench Vise'), true)
})

test('a number without its unit nearby is still found, marked as similar', async t => {
  await shop.addTool({ name: 'Kestrel Dowel 12 x 30 mm', description: 'Of a dowel.' })
  t.after(() => shop.app.shop.db.execute(sql`update tools set deleted_at = now() where description = 'Of a dowel.'`))
  assert.deepEqual(await find({ q: '12mm x 30' }), ['Kestrel Dowel 12 x 30 mm'])
  assert.equal((await shop.client.countTools({ query: { q: '12mm x 30' } })).similar, true)
})

test('characters of private use are no words', async () => {
  const { _id: id } = await shop.addTool({ name: 'Glyphsaw \ue000 \ue001drill', description: '\ue000' })
  for (const q of ['glyphsaw', 'drill glyphsaw \ue000'])
    assert.deepEqual(
      (await shop.client.listTools({ query: { q } })).map(({ name }) => name),
      ['Glyphsaw \ue000 \ue001drill'],
      q,
    )
  // Other tests count the tools.
  await (await shop.logInAsAdmin()).client.deleteTool({ params: { id } })
})

test('combining marks are no words, in every search', async () => {
  const admin = await shop.logInAsAdmin()
  const buyer = await shop.createBuyer()
  const lists = [
    ...[shop.client.listTools, shop.client.countToolFacets],
    ...[admin.client.listAllOrders, admin.client.listAccounts, admin.client.listAllReviews, admin.client.listReturns],
    ...[admin.client.listAdminActions, buyer.client.listOrders],
  ]
  for (const q of ['\u0300', '\u0591', '\u0670\u0670\u0670', '\u20dd', '\ufe0f']) {
    for (const list of lists) await list({ query: { q } })
    assert.deepEqual(await find({ q }), [], q)
    await shop.client.suggestSkus({ body: { skus: [q] } })
  }
  for (const q of ['s\u0316\u0317', 's\u0316 \u0300', '\u0300 s'])
    assert.deepEqual(await find({ q }), await find({ q: 's' }), q)
})

test('a part is found within words, however many words begin with it', async t => {
  const { db } = shop.app.shop
  t.after(() => db.execute(sql`delete from tools where description = 'Of a series.'`))
  await db.execute(sql`insert into tools (name, image, price_cents, minimum, available, description)
    select name, '/images/jigsaw-800.webp', 100, 1, 1, 'Of a series.'
    from (select 'Qzx' || n from generate_series(1, 110) n union all select 'Hyperqzx') as series (name)`)
  assert.ok((await find({ q: 'qzx', limit: 200 })).includes('Hyperqzx'))
  assert.deepEqual(await shop.client.countTools({ query: { q: 'qzx' } }), { count: 111, similar: false })
  // Many words contain this part, so that their tools are looked up first.
  assert.equal((await find({ q: 'zx1', limit: 200 })).length, 22)
})

test('a search that takes longer than a second is given up', {
  skip: process.env[environmentNames.postgres] ? false : 'needs PostgreSQL',
}, async () => {
  const { db } = shop.app.shop
  const searches = [
    ['tool_search', () => shop.client.listTools({ query: { q: 'saw' } })],
    ['tool_specifications', () => shop.client.listTools({ query: { spec: 'power:1200-w' } })],
    ['tools', () => shop.client.countToolFacets({ query: {} })],
  ] as const
  for (const [table, search] of searches)
    await callDuring(db, sql`lock table ${sql.identifier(table)} in access exclusive mode`, () =>
      withDeadline(assertRefused(search(), 'search_unavailable'), `the search of ${table}`, 4000),
    )
  assert.ok((await find({ q: 'saw' })).length > 0)
})

test('when too many searches wait, more are refused, and lists without words are not', async () => {
  // The pages' client has no limit per network.
  const { client } = shop.app
  const searches = Array.from({ length: 200 }, (_, index) => client.listTools({ query: { q: `saw ${index}` } }))
  const [results, all] = await Promise.all([Promise.allSettled(searches), client.listTools({})])
  const refused = results.filter(result => result.status === 'rejected')
  assert.ok(refused.length > 0 && refused.length < 100, `${refused.length} refused`)
  for (const { reason } of refused) assert.equal(reason.code, 'search_unavailable')
  assert.equal(all.length, 24)
})

test('odd input is never an internal error', async () => {
  assert.equal((await find({ maxPrice: 30_000_000 })).length, 24)
  assert.equal((await shop.request('/api/tools?maxPrice=&minPrice=')).status, 200)
  for (const path of [
    '/api/tools?q=%00',
    '/api/tools?minPrice=-1',
    '/api/tools?limit=0',
    '/api/toolCount?q=%00',
    '/api/tools?cursor=x',
  ]) {
    assert.equal((await shop.request(path)).status, 400, path)
  }
})

test('price and availability filter, and the count agrees', async () => {
  const all = await shop.client.listTools({})
  const cheap = all.filter(tool => tool.price >= 20 && tool.price <= 100)
  assert.deepEqual(
    await find({ minPrice: 20, maxPrice: 100 }),
    cheap.map(tool => tool.name),
  )
  const orderable = all.filter(tool => tool.available >= tool.minimum)
  assert.deepEqual(
    await find({ orderable: 'true' }),
    orderable.map(tool => tool.name),
  )
  assert.equal(orderable.length, 22)
  assert.deepEqual(await shop.client.countTools({ query: { orderable: 'true' } }), { count: 22, similar: false })
})

test('every sort order of the shop page pages through all tools, each of them once', async () => {
  const all = await shop.client.listTools({})
  const expected = {
    newest: all,
    price: all.toSorted((a, b) => a.price - b.price),
    '-price': all.toSorted((a, b) => b.price - a.price),
    name: all.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
  }
  for (const sort of ['newest', 'price', '-price', 'name'] as const) {
    const names: string[] = []
    let path: string | undefined = `/api/tools?sort=${sort}&limit=7`
    while (path) {
      const response = await shop.request(path)
      names.push(...(await response.json()).map((tool: { name: string }) => tool.name))
      path = /^<(.+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    assert.deepEqual(
      names,
      expected[sort].map(tool => tool.name),
      sort,
    )
  }
})

test('a search pages by how well tools fit', async () => {
  const whole = await find({ q: 'saw' })
  const names: string[] = []
  let path: string | undefined = '/api/tools?q=saw&limit=2'
  while (path) {
    const response = await shop.request(path)
    names.push(...(await response.json()).map((tool: { name: string }) => tool.name))
    path = /^<(.+)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  assert.deepEqual(names, whole)
  assert.ok(whole.length > 4)
})

test('a tool is found by its id, and the ids are listed newest first', async () => {
  const all = await shop.client.listTools({})
  const buyer = await shop.createBuyer()
  const oldest = all.at(-1) ?? assert.fail('no tools')
  assert.deepEqual(await buyer.client.getTool({ params: { id: oldest._id } }), oldest)
  const ids = all.map(({ _id }) => _id)
  assert.deepEqual(await shop.client.listToolIds({ query: { limit: 24 } }), ids)
  assert.deepEqual(await shop.client.listToolIds({ query: { limit: 5, cursor: ids[2] } }), ids.slice(3, 8))
})

test('catalogue changes and stock changes are published under their own tags', async () => {
  const published: string[] = []
  const { notifications } = shop.app.shop
  const publish = async (tag: CacheTag) => void published.push(tag)
  const watched = { ...shop.app.shop, notifications: { ...notifications, publish } }
  const admin = await readActor(watched, { email: 'admin@example.com' })
  const { id: _, deletedAt: __, ...tool } = await getTool(watched, (await shop.getTool())._id)
  const fields = { ...tool, sku: undefined, priceBreaks: [] }
  const added = await addTool(watched, admin, { ...fields, name: 'Adze' })
  await updateTool(watched, admin, added, { ...fields, name: 'Adze', priceCents: 100 })
  const change = { reason: 'receipt', quantity: 1 } as const
  await adjustStock(watched, admin, { toolId: added, adjustmentId: crypto.randomUUID(), change, note: '' })
  await deleteTool(watched, admin, added)
  const ofCatalogue = ['tools', 'catalogue']
  assert.deepEqual(published, [...ofCatalogue, ...ofCatalogue, 'tools', ...ofCatalogue])
})

test('a count of more than ten thousand tools stops one above', async t => {
  const { client, app } = await openShop()
  t.after(() => app.close())
  // Inserted in parts: one statement could exceed its timeout on a slow machine.
  for (let part = 0; part < 10; part++)
    await app.shop.db.execute(sql`insert into tools (name, image, price_cents, minimum, available, description)
      select 'Many', '/images/claw-hammer-800.webp', 100, 1, 1, 'x' from generate_series(1, 1010)`)
  assert.deepEqual(await client.countTools({}), { count: 10_001, similar: false })
})
