import { sql } from 'drizzle-orm'
import type { Shop } from '#shop/shop.ts'
import type { AttackResult } from './attack-result.ts'
import { createStorage, startShop } from './shop-process.ts'

/** Frequent and rare words, short ones, and some that only similar words match. */
const searches = [
  'a b c d e f',
  'zq xq vq jq kq wq',
  'xing xtar xmol xdra xvip xper',
  'the and for with you are',
  'ing tar mol dra vip per',
  'taringtaring',
  'ringa stoke lenta perdra molvi anul',
  'e',
]

/** On a busy machine one page can take longer than the attack, and its time says nothing of the others. */
const minHomePages = 10

interface SearchAttack {
  toolCount: number
  seconds: number
  /** Of 95 % of the home page's views; for a machine without other work. */
  maxHomeMs?: number
}

/** Sends the worst searches, twelve at once, while the home page and `/readyz` are read. */
export async function search(
  serverUrl: string,
  { toolCount, seconds, maxHomeMs }: SearchAttack,
): Promise<AttackResult> {
  const storage = await createStorage(serverUrl)
  await storage.inspect(shop => fillCatalogue(shop, toolCount))
  const shop = await startShop(storage.environment)
  const violations: string[] = []
  const homeMs: number[] = []
  const searchMs: number[] = []
  let refused = 0
  const read = async (path: string, isSearch = false) => {
    const start = performance.now()
    const response = await fetch(shop.origin + path)
    await response.arrayBuffer()
    // A search that needs more than its second, as on a busy machine, is refused so that it holds up nothing.
    if (isSearch && response.status === 503) refused += 1
    else if (response.status !== 200) violations.push(`${path} answers ${response.status}`)
    return performance.now() - start
  }
  // The first page of each kind takes longer: its code is compiled then.
  for (const path of ['/', '/shop?q=e']) await read(path)
  const end = performance.now() + seconds * 1000
  const repeat = async (once: (index: number) => Promise<void>) => {
    for (let index = 0; performance.now() < end || homeMs.length < minHomePages; index++) await once(index)
  }
  const searchers = Array.from({ length: 12 }, (_, searcher) =>
    repeat(async index => {
      const words = searches[(index + searcher) % searches.length] ?? ''
      const filters = [{ q: words }, { category: 'attacked', spec: 'power:1-w' }, { q: words, brand: 'attacked' }]
      const filter = { ...filters[index % filters.length], minPrice: `0.${searcher}${index}` }
      searchMs.push(await read(`/shop?${new URLSearchParams(filter)}`, true))
    }),
  )
  const reader = repeat(async () => {
    homeMs.push(await read('/'))
    await read('/readyz')
    await new Promise(resolve => setTimeout(resolve, 10))
  })
  await Promise.all([...searchers, reader])
  const [home = 0, searched = 0] = [homeMs, searchMs].map(each => getQuantile(each, 0.95))
  const [medianHome = 0, medianSearch = 0] = [homeMs, searchMs].map(each => getQuantile(each, 0.5))
  if (medianHome * 4 > medianSearch)
    violations.push(`half of the home pages take ${medianHome} ms, of the searches ${medianSearch} ms`)
  if (maxHomeMs !== undefined && home > maxHomeMs) violations.push(`the home page takes ${home} ms`)
  if (maxHomeMs !== undefined && refused === searchMs.length) violations.push('every search is refused')
  await shop.end('SIGTERM')
  storage.remove()
  return {
    guarantee: 'Searches hold up no other page',
    attack: 'twelve of the worst searches at once on PostgreSQL',
    extent: `${toolCount} tools of 2 kB, ${searchMs.length} searches, ${refused} refused: p95 ${searched} ms; home ${home} ms`,
    violations,
  }
}

const getQuantile = (milliseconds: readonly number[], quantile: number) =>
  Math.round(milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * quantile)] ?? 0)

const batch = 1000

/** Descriptions of 2 kB, of 30,000 words made of syllables. */
async function fillCatalogue({ db }: Shop, toolCount: number): Promise<void> {
  await db.execute(sql`create table attack_words as select n, string_agg(syllable, '' order by part) as word from (
    select n, part, (array['ta', 'ri', 'mo', 'len', 'sto', 'ke', 'dra', 'vi', 'per', 'an', 'ul', 'ing', 'er', 'sho', 'gan'])
      [1 + (hashint4(n * 7 + part) & 1023) % 15] as syllable
    from generate_series(0, 29999) n, generate_series(1, 2 + n % 3) part) syllables group by n`)
  await db.execute(
    sql`insert into categories (name, slug, position, filters) values ('Attacked', 'attacked', 1000, '{Power}')`,
  )
  await db.execute(sql`insert into brands (name, slug) values ('Attacked', 'attacked')`)
  for (let start = 0; start < toolCount; start += batch)
    await db.execute(sql`with added as (
        insert into tools (name, image, price_cents, minimum, available, description, category_id, brand_id)
        select 'Tool ' || n, '/images/claw-hammer-800.webp', 1000 + n, 10, 1000,
          left((select string_agg(word, ' ') from attack_words where attack_words.n % 120 = tool.n % 120), 2000),
          (select id from categories where slug = 'attacked'), (select id from brands where slug = 'attacked')
        from generate_series(${start}::int, ${Math.min(start + batch, toolCount) - 1}::int) tool(n)
        returning id, price_cents % 50 as power
      )
      insert into tool_specifications (tool_id, position, name, value, unit, name_slug, value_slug, number)
      select id, 1, 'Power', power, 'W', 'power', power || '-w', power from added`)
  await db.execute(sql`drop table attack_words`)
  await db.execute(sql`analyze`)
}
