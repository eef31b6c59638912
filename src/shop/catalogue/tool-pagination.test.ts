import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { toCursor } from '#contract/cursors.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { assertPages, type LoadPage, openShopWithLists, sortRows, takeTurns } from '#test/long-lists.ts'
import type { TestAccount, TestShop } from '#test/open-shop.ts'

let shop: TestShop
let admin: TestAccount

before(async () => {
  ;({ shop, admin } = await openShopWithLists())
})

after(() => shop.app.close())

/** '1,500' is a word, and 'RO5' has the words 'ro' and '5', too. */
function splitWords(text: string): string[] {
  const withoutGroups = text.toLowerCase().replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
  const words = withoutGroups.split(/[^a-z0-9]+/).filter(Boolean)
  return [...words, ...words.flatMap(word => word.match(/\d+|[a-z]+/g) ?? [])]
}

const matchesPart = (part: string, text: string) =>
  splitWords(text).some(word => (part.length < 3 ? word.startsWith(part) : word.includes(part)))

const toolSorts = ['newest', 'oldest', 'price', '-price', 'name', '-name', 'available', '-available'] as const

describe('the tools', () => {
  const listed =
    (query: object): LoadPage<Tool> =>
    place =>
      shop.client.listTools({ query: { ...query, ...place } })
  const keys = {
    price: (tool: Tool) => tool.price,
    name: (tool: Tool) => tool.name.toLowerCase(),
    available: (tool: Tool) => tool.available,
  }

  test('are paginated in every sort order, with every search and filter', async () => {
    const all = await shop.client.listTools({})
    assert.equal(all.length, 44)
    const takeSorts = takeTurns(toolSorts)
    for (const q of [undefined, 'forged HAND', '50%', '5', 'orge']) {
      for (const orderable of [undefined, 'true', 'false'] as const) {
        for (const prices of [{}, { minPrice: '20', maxPrice: '99.97' }]) {
          const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = prices as Record<string, string>
          const found = all.filter(({ name, description, available, minimum, price }) => {
            const matchesWords = splitWords(q ?? '').every(part => matchesPart(part, `${name} ${description}`))
            const enough = !orderable || String(available >= minimum) === orderable
            return matchesWords && enough && price >= Number(minPrice) && price <= Number(maxPrice)
          })
          if (q && found.length === 0) continue
          const query = { q, orderable, ...prices }
          assert.deepEqual(await shop.client.countTools({ query }), { count: found.length, similar: false })
          for (const sort of takeSorts()) {
            const key = keys[sort.replace('-', '') as keyof typeof keys] ?? (() => '')
            const falling = sort === 'newest' || sort.startsWith('-')
            await assertPages(
              listed({ ...query, sort }),
              sortRows(found, key, falling),
              JSON.stringify({ ...query, sort }),
            )
          }
        }
      }
    }
  })

  test('are paginated by relevance, for exact and similar words', async () => {
    for (const [q, similar] of [
      ['saw', false],
      ['steel blade', false],
      ['drlil', true],
      ['hamer', true],
    ] as const) {
      const all = await shop.client.listTools({ query: { q } })
      assert.deepEqual(await shop.client.countTools({ query: { q } }), { count: all.length, similar })
      assert.ok(all.length > 0)
      await assertPages(listed({ q }), all, q)
    }
  })

  test('continue after a row that was deleted meanwhile', async () => {
    for (const sort of toolSorts) {
      const all = await shop.client.listTools({ query: { sort } })
      const gone = all[4] ?? assert.fail('no tool')
      await admin.client.deleteTool({ params: { id: gone._id } })
      assert.deepEqual(await shop.client.listTools({ query: { sort, limit: 3, cursor: gone._id } }), all.slice(5, 8))
      assert.deepEqual(await shop.client.listTools({ query: { sort, limit: 3, before: gone._id } }), all.slice(1, 4))
    }
  })

  const store = ({ _id, name, price, available }: Tool) =>
    shop.app.shop.db.execute(sql`update tools set name = ${name}, price_cents = ${Math.round(price * 100)}, price_breaks = '[]',
      available = ${available} where id = ${_id}`)

  test('continue after the last row as it was shown, even if its sort value has changed', async () => {
    for (const [sort, change] of [
      ['price', { price: 9999 }],
      ['-price', { price: 0.01 }],
      ['name', { name: 'Zzz' }],
      ['available', { available: 90_000 }],
      ['-available', { available: 0 }],
    ] as const) {
      const all = await shop.client.listTools({ query: { sort } })
      const edge = all[4] ?? assert.fail('no tool')
      const { headers } = await shop.request(`/api/tools?sort=${sort}&limit=5`)
      const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? assert.fail('no next page')
      await store({ ...edge, ...change })
      const rest = await (await shop.request(`${next}&limit=3`)).json()
      const cursor = toCursor(edge, sort)
      assert.deepEqual(await shop.client.listTools({ query: { sort, limit: 3, cursor } }), all.slice(5, 8), sort)
      assert.deepEqual(
        await shop.client.listTools({ query: { sort, limit: 3, before: cursor } }),
        all.slice(1, 4),
        sort,
      )
      assert.equal(rest[0]._id, all[5]?._id, sort)
      await store(edge)
    }
  })

  test('continue after the cursor’s row when its sort value is invalid', async () => {
    const all = await shop.client.listTools({ query: { sort: 'price' } })
    const cursor = `${all[4]?._id}.cheap`
    assert.deepEqual(await shop.client.listTools({ query: { sort: 'price', limit: 3, cursor } }), all.slice(5, 8))
  })
})
