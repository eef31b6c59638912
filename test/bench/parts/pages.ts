import type { Part } from '#test/bench/bench.ts'
import { startGenerator, startShop } from '#test/bench/children.ts'
import { floorOf, requestOf } from '#test/bench/requests.ts'
import { compared, inRounds, underLoad } from '#test/bench/rounds.ts'

const paths = { '/': 0.8, '/shop': 0.8, '/allReviews': 0.8, '/blogs': 0.8, '/api/tools': 0.75, '/api/review': 0.75 }

/** What comes from memory, against a bare server that sends the same headers and bytes. */
export const pages: Part = async ({ pace, newDatabase }) => {
  const shop = await startShop({ DATABASE_URL: await newDatabase() })
  const generate = startGenerator()
  const rows = []
  for (const [path, goal] of Object.entries(paths)) {
    const floor = await floorOf(shop.port, path)
    const requests = [requestOf('GET', path)]
    const targets = [shop, floor].map(each => underLoad(generate, each, requests))
    const [ours = [], bare = []] = await inRounds(pace, targets)
    rows.push(...compared(`\`GET ${path}\`, ${floor.bytes.toLocaleString('en-US')} bytes`, ours, bare, goal))
  }
  const floor = await floorOf(shop.port, '/')
  const requests = [requestOf('GET', '/', { 'if-none-match': floor.tag })]
  const targets = [shop, floor].map(each => underLoad(generate, each, requests))
  const [ours = [], bare = []] = await inRounds(pace, targets)
  return [...rows, ...compared('`GET /` by whoever has it, 304', ours, bare, 0.9)]
}
