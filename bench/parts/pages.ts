import type { Bench, Part } from '#bench/bench.ts'
import { startGenerator, startShop } from '#bench/children.ts'
import { floorOf, requestOf } from '#bench/requests.ts'
import { compared, inRoundsOfNew, underLoad } from '#bench/rounds.ts'
import type { Row } from '#bench/table.ts'

const paths = { '/': 0.8, '/shop': 0.8, '/allReviews': 0.8, '/blogs': 0.8, '/api/tools': 0.75, '/api/review': 0.75 }

/** What comes from memory, against a bare server that sends the same headers and bytes. */
export const pages: Part = async bench => {
  const url = await bench.newDatabase()
  const rows: Row[] = []
  for (const [path, goal] of Object.entries(paths)) rows.push(...(await against(bench, url, path, goal)))
  return [...rows, ...(await against(bench, url, '/', 0.9, 'unchanged'))]
}

async function against({ pace }: Bench, url: string, path: string, goal: number, unchanged?: 'unchanged') {
  const generate = startGenerator()
  let bytes = 0
  const [shop = [], floor = []] = await inRoundsOfNew(pace, async () => {
    const shop = await startShop({ DATABASE_URL: url })
    const floor = await floorOf(shop.port, path)
    bytes = floor.bytes
    const requests = [requestOf('GET', path, unchanged && { 'if-none-match': floor.tag })]
    return [shop, floor].map(each => underLoad(generate, each, requests))
  })
  const what = unchanged
    ? `\`GET ${path}\` by whoever has it, 304`
    : `\`GET ${path}\`, ${bytes.toLocaleString('en-US')} bytes`
  return compared(what, shop, floor, goal)
}
