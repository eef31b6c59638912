import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '#bench/bench.ts'
import { addPlannedOrders } from '#bench/buyers.ts'
import { startLoadGenerator, startShop } from '#bench/children.ts'
import { limitCpu } from '#bench/cpu-quota.ts'
import { createRequest } from '#bench/requests.ts'
import { computeMedianOf, computeMedianRatio, createTarget, formatLoad, measureInRounds } from '#bench/rounds.ts'
import type { Row } from '#bench/table.ts'
import { listChildren } from '#bench/usage.ts'
import { waitUntil } from '#test/wait-until.ts'

/** Share of a core for each process: two of them, the database and the load generator fit into two cores. */
const share = 0.35

/**
 * Two processes behind one port against one: for rendered pages, a buyer's orders, and cached pages. Where possible, each
 * is limited to a share of a core: one alone would use more than a core of a small machine.
 */
export const measureProcesses: Part = async ({ pace, createDatabase }) => {
  const url = await createDatabase()
  const plannedOrders = await addPlannedOrders(url)
  // All requests come from one address.
  const environment = { DATABASE_URL: url, RATE_LIMITS: 'off' }
  const one = await startShop(environment)
  const two = await startShop({ ...environment, PROCESSES: '2' })
  await waitUntil(() => listChildren(two.pid).length === 2, 'two workers run')
  // The second worker connects to the database and compiles its code.
  await pause(3000)
  const limited = [one.pid, ...listChildren(two.pid)].map(pid => limitCpu(pid, share))
  if (new Set(limited).size > 1) throw new Error('the CPU of some processes is limited, of others not')
  const quota = limited[0] ? `each limited to ${share * 100} % of a core` : 'without a limit'
  const generate = startLoadGenerator()
  const tokens = plannedOrders.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const loads = {
    'login page, uncached': [createRequest('GET', '/login')],
    "list of a buyer's orders": tokens.map(headers => createRequest('GET', '/api/orders', headers)),
    'home page, cached': [createRequest('GET', '/')],
  }
  const rows: Row[] = []
  for (const [what, requests] of Object.entries(loads)) {
    const [single = [], double = []] = await measureInRounds(
      pace,
      [one, two].map(each => createTarget(generate, each, requests)),
    )
    const ratio = computeMedianRatio(double, single, 'perSecond')
    rows.push({
      what: `two processes, ${quota}, ${what}; the load generator used ${Math.round(computeMedianOf(double, 'generatorShare') * 100)} % of a core`,
      figure: formatLoad(double),
      baseline: formatLoad(single),
      ratio: ratio.toFixed(2),
      goal: '≥ 1.7',
      met: ratio >= 1.7,
      failures: [...single, ...double].reduce((sum, { failures }) => sum + failures, 0),
    })
  }
  return rows
}
