import type { Part } from '#test/bench/bench.ts'
import { fillSales } from '#test/bench/buyers.ts'
import { startGenerator, startShop } from '#test/bench/children.ts'
import { requestOf } from '#test/bench/requests.ts'
import { inRounds, loaded, middle, ratioOf, underLoad } from '#test/bench/rounds.ts'
import type { Row } from '#test/bench/table.ts'

/** Two processes behind one port against one: for pages made anew, a buyer's list, and pages from memory. */
export const processes: Part = async ({ pace, newDatabase }) => {
  const url = await newDatabase()
  const sales = await fillSales(url)
  const one = await startShop({ DATABASE_URL: url })
  const two = await startShop({ DATABASE_URL: url, PROCESSES: '2' })
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
      what: `two processes, ${what}; the generator took ${Math.round(middle(double, 'ownShare') * 100)} % of a core`,
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
