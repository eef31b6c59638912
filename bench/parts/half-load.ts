import type { Part } from '#bench/bench.ts'
import { startGenerator, startShop } from '#bench/children.ts'
import { floorOf, requestOf } from '#bench/requests.ts'
import { connections, inRounds, middle, ratioOf, type Target, underLoad } from '#bench/rounds.ts'
import { type Row, short } from '#bench/table.ts'

/** How long answers take when requests come at half the rate that the shop can bear, whether or not others are answered. */
export const halfLoad: Part = async ({ pace, newDatabase }) => {
  const shop = await startShop({ DATABASE_URL: await newDatabase() })
  const generate = startGenerator()
  const rows: Row[] = []
  for (const path of ['/', '/api/tools']) {
    const floor = await floorOf(shop.port, path)
    const requests = [requestOf('GET', path)]
    const [most = []] = await inRounds(pace, [underLoad(generate, shop, requests)])
    const rate = Math.round(middle(most, 'perSecond') / 2)
    const steady = ({ pid, port }: { pid: number; port: number }): Target => ({
      pids: [pid],
      run: seconds => generate({ port, requests, connections, seconds, rate }),
    })
    const [ours = [], bare = []] = await inRounds(pace, [steady(shop), steady(floor)])
    const ratio = ratioOf(ours, bare, 'p95')
    rows.push({
      what: `\`GET ${path}\` at ${short(rate)} a second, half of the most: p95`,
      figure: `${short(middle(ours, 'p95'))} ms`,
      floor: `${short(middle(bare, 'p95'))} ms`,
      ratio: ratio.toFixed(2),
      goal: '≤ 2',
      met: ratio <= 2,
      failed: [...ours, ...bare].reduce((sum, { failed }) => sum + failed, 0),
    })
  }
  return rows
}
