import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgres } from '#db/postgres.ts'
import { createEmptyDatabase, environmentNames } from '#test/databases.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'

const tools = [
  ['Zange Öl', ''],
  ['Ångström Zange', ''],
  ['Пила Ручная', 'Зубр'],
  ['Бурав', 'Зубр'],
  ['Bügelsäge', ''],
  ['Łom Stalowy', ''],
  ['Πριόνι Χειρός', ''],
  ['מסור יד', ''],
  ['منشار يدوي', ''],
  ['のこぎり', ''],
  ['手锯', ''],
  ['İstanbul Çekiç', ''],
  ['Straße Ahle', ''],
  ['adze of oak', ''],
  ['大型金槌セット', ''],
  ['전동드릴세트', ''],
  ['½-inch M8×40 Socket', ''],
  ['Bolt 18*24', ''],
  ['Rock’n’Roll Bit', ''],
] as const

/** Maps each search to the names that it finds, in order. */
const searches: Record<string, readonly string[]> = {
  пила: ['Пила Ручная'],
  ПИЛА: ['Пила Ручная'],
  ручн: ['Пила Ручная'],
  учна: ['Пила Ручная'],
  пилла: ['Пила Ручная'],
  зубр: ['Бурав', 'Пила Ручная'],
  Bügelsäge: ['Bügelsäge'],
  'Bu\u0308gelsa\u0308ge': ['Bügelsäge'],
  BUGELSAGE: ['Bügelsäge'],
  gelsä: ['Bügelsäge'],
  bugelsagge: ['Bügelsäge'],
  zange: ['Ångström Zange', 'Zange Öl'],
  ÖL: ['Zange Öl'],
  lom: ['Łom Stalowy'],
  ΠΡΙΌΝΙ: ['Πριόνι Χειρός'],
  χειροσ: ['Πριόνι Χειρός'],
  πριονυ: ['Πριόνι Χειρός'],
  מסור: ['מסור יד'],
  منشار: ['منشار يدوي'],
  のこ: ['のこぎり'],
  手: ['手锯'],
  ISTANBUL: ['İstanbul Çekiç'],
  cekic: ['İstanbul Çekiç'],
  STRASSE: ['Straße Ahle'],
  金槌: ['大型金槌セット'],
  드릴: ['전동드릴세트'],
  '½': ['½-inch M8×40 Socket'],
  m8x40: ['½-inch M8×40 Socket'],
  'M8*40': ['½-inch M8×40 Socket'],
  'Bolt 18*24': ['Bolt 18*24'],
  '18x24': ['Bolt 18*24'],
  "rock'n'roll": ['Rock’n’Roll Bit'],
}

const inOrderOfName = [
  '½-inch M8×40 Socket',
  'adze of oak',
  'Ångström Zange',
  'Bolt 18*24',
  'Bügelsäge',
  'İstanbul Çekiç',
  'Łom Stalowy',
  'Rock’n’Roll Bit',
  'Straße Ahle',
  'Zange Öl',
  'Πριόνι Χειρός',
  'Бурав',
  'Пила Ручная',
  'מסור יד',
  'منشار يدوي',
  'のこぎり',
  '大型金槌セット',
  '手锯',
  '전동드릴세트',
]

async function assertFound(shop: TestShop): Promise<void> {
  const admin = await shop.logInAsAdmin()
  const { slug: category } = await admin.client.addCategory({ body: { name: 'Пилы' } })
  assert.equal(category, 'пилы')
  for (const [name, brand] of tools) await shop.addTool({ name, brand, category, description: 'x' })
  const list = async (query: object) =>
    (await shop.client.listTools({ query: { category, ...query } })).map(({ name }) => name)
  const found: Record<string, readonly string[]> = {}
  for (const q of Object.keys(searches)) found[q] = await list({ q })
  assert.deepEqual(found, searches)
  assert.deepEqual(await list({ sort: 'name' }), inOrderOfName)
  assert.deepEqual(await list({ sort: '-name' }), inOrderOfName.toReversed())
  const paged = await list({ sort: 'name', limit: 5 })
  const [{ _id: cursor } = assert.fail()] = await shop.client.listTools({ query: { category, q: paged.at(-1) } })
  assert.deepEqual(await list({ sort: 'name', cursor }), inOrderOfName.slice(5))
  assert.deepEqual(await list({ brand: 'зубр' }), ['Бурав', 'Пила Ручная'])
  await shop.createBuyer('Ödön Ёлкин')
  for (const q of ['odon', 'ЁЛКИН', 'елкин', 'Ёлкин'])
    assert.equal((await admin.client.listAccounts({ query: { q } })).length, 1, q)
}

const server = process.env[environmentNames.postgres]
const locales = server
  ? [
      `locale 'C'`,
      ...(process.platform === 'linux' ? [`locale 'C.UTF-8'`] : []),
      `locale 'C' locale_provider icu icu_locale 'und'`,
      `locale 'C' locale_provider icu icu_locale 'en-US'`,
      `locale 'C' locale_provider icu icu_locale 'tr'`,
    ]
  : ['']

for (const locale of locales)
  test(`searches find the same in the same order, also in a database ${locale || 'that is embedded'}`, async () => {
    const url = server && (await createEmptyDatabase(server, `encoding 'UTF8' ${locale}`))
    const shop = await openShop({}, url ? { database: await openPostgres(url, () => {}) } : {})
    await assertFound(shop).finally(() => shop.app.close())
  })
