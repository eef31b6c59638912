import type { Bench, Part } from '#bench/bench.ts'
import { startLoadGenerator, startShop } from '#bench/children.ts'
import { createRequest, startBaselineFor } from '#bench/requests.ts'
import { createComparison, createTarget, measureWithRestarts } from '#bench/rounds.ts'
import type { Row } from '#bench/table.ts'

const paths = { '/': 0.8, '/shop': 0.8, '/allReviews': 0.8, '/blogs': 0.8, '/api/tools': 0.75, '/api/review': 0.75 }

/** Cached responses, against a bare server that sends the same headers and bytes. */
export const measurePages: Part = async bench => {
  const url = await bench.createDatabase()
  const rows: Row[] = []
  for (const [path, goal] of Object.entries(paths)) rows.push(...(await compare(bench, url, path, goal)))
  return [...rows, ...(await compare(bench, url, '/', 0.9, 'unchanged'))]
}

async function compare({ pace }: Bench, url: string, path: string, goal: number, unchanged?: 'unchanged') {
  const generate = startLoadGenerator()
  let bytes = 0
  const [shop = [], baseline = []] = await measureWithRestarts(pace, async () => {
    const shop = await startShop({ DATABASE_URL: url })
    const baseline = await startBaselineFor(shop.port, path)
    bytes = baseline.bytes
    const requests = [createRequest('GET', path, unchanged && { 'if-none-match': baseline.etag })]
    return [shop, baseline].map(each => createTarget(generate, each, requests))
  })
  const what = unchanged
    ? `\`GET ${path}\` by a client that has it, 304`
    : `\`GET ${path}\`, ${bytes.toLocaleString('en-US')} bytes`
  return createComparison(what, shop, baseline, goal)
}
