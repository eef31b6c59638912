import type { Part } from '#bench/bench.ts'
import { startLoadGenerator, startShop } from '#bench/children.ts'
import { createRequest, startBaselineFor } from '#bench/requests.ts'
import {
  computeMedianOf,
  computeMedianRatio,
  connections,
  createTarget,
  measureInRounds,
  type Target,
} from '#bench/rounds.ts'
import { formatNumber, type Row } from '#bench/table.ts'

/** Response times at half of the highest rate. */
export const measureHalfLoad: Part = async ({ pace, createDatabase }) => {
  const shop = await startShop({ DATABASE_URL: await createDatabase() })
  const generate = startLoadGenerator()
  const rows: Row[] = []
  for (const path of ['/', '/api/tools']) {
    const baseline = await startBaselineFor(shop.port, path)
    const requests = [createRequest('GET', path)]
    const [most = []] = await measureInRounds(pace, [createTarget(generate, shop, requests)])
    const rate = Math.round(computeMedianOf(most, 'perSecond') / 2)
    const createSteadyTarget = ({ pid, port }: { pid: number; port: number }): Target => ({
      pids: [pid],
      run: seconds => generate({ port, requests, connections, seconds, rate }),
    })
    const [ours = [], bare = []] = await measureInRounds(pace, [createSteadyTarget(shop), createSteadyTarget(baseline)])
    const ratio = computeMedianRatio(ours, bare, 'p95')
    rows.push({
      what: `\`GET ${path}\` at ${formatNumber(rate)} a second, half of the maximum: p95`,
      figure: `${formatNumber(computeMedianOf(ours, 'p95'))} ms`,
      baseline: `${formatNumber(computeMedianOf(bare, 'p95'))} ms`,
      ratio: ratio.toFixed(2),
      goal: '≤ 2',
      met: ratio <= 2,
      failures: [...ours, ...bare].reduce((sum, { failures }) => sum + failures, 0),
    })
  }
  return rows
}
