import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '#bench/bench.ts'
import { fillSales } from '#bench/buyers.ts'
import { startGenerator, startShop } from '#bench/children.ts'
import { hold } from '#bench/cpu-quota.ts'
import { requestOf } from '#bench/requests.ts'
import { inRounds, loaded, middle, ratioOf, underLoad } from '#bench/rounds.ts'
import type { Row } from '#bench/table.ts'
import { childrenOf } from '#bench/usage.ts'

/** Of a core, for each process: so that two of them, the database and the load fit into two cores. */
const share = 0.35

/**
 * Two processes behind one port against one: for pages made anew, a buyer's list, and pages from memory. Each is held to a
 * share of a core where that can be done, since one alone uses more than a core and leaves no room on a small machine.
 */
export const processes: Part = async ({ pace, newDatabase }) => {
  const url = await newDatabase()
  const sales = await fillSales(url)
  const one = await startShop({ DATABASE_URL: url })
  const two = await startShop({ DATABASE_URL: url, PROCESSES: '2' })
  while (childrenOf(two.pid).length < 2) await pause(100)
  // Until the second serves, too.
  await pause(3000)
  const holds = [one.pid, ...childrenOf(two.pid)].map(pid => hold(pid, share))
  if (new Set(holds).size > 1) throw new Error('some processes are held, and others are not')
  const held = holds[0] ? `each held to ${share * 100} % of a core` : 'not held'
  const generate = startGenerator()
  const tokens = sales.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const loads = {
    'home, made anew each time': [requestOf('GET', '/?n={n}')],
    "a buyer's orders": tokens.map(headers => requestOf('GET', '/api/orders', headers)),
    'home from memory': [requestOf('GET', '/')],
  }
  const rows: Row[] = []
  for (const [what, requests] of Object.entries(loads)) {
    const [single = [], double = []] = await inRounds(
      pace,
      [one, two].map(each => underLoad(generate, each, requests)),
    )
    const ratio = ratioOf(double, single, 'perSecond')
    rows.push({
      what: `two processes, ${held}, ${what}; the generator took ${Math.round(middle(double, 'ownShare') * 100)} % of a core`,
      figure: loaded(double),
      floor: loaded(single),
      ratio: ratio.toFixed(2),
      goal: '≥ 1.7',
      met: ratio >= 1.7,
      failed: [...single, ...double].reduce((sum, { failed }) => sum + failed, 0),
    })
  }
  return rows
}
