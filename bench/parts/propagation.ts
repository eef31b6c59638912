import type { Part } from '#bench/bench.ts'
import { issueDemoToken } from '#bench/buyers.ts'
import { startShop } from '#bench/children.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, type Row } from '#bench/table.ts'
import { waitUntil } from '#test/wait-until.ts'
import { createPriceChanger } from './first-render.ts'

const changes = 50

/** The time from an admin's request to one process until another process serves the change. */
export const measurePropagation: Part = async ({ createDatabase }) => {
  const url = await createDatabase()
  const token = await issueDemoToken(url, 'admin')
  const here = await startShop({ DATABASE_URL: url })
  const there = await startShop({ DATABASE_URL: url })
  const { id, change, price } = await createPriceChanger(here.origin, token)
  async function fetchPrice(headers: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${there.origin}/api/tools?id=${id}`, { headers })
    const [tool]: { price: number }[] = await response.json()
    return tool?.price ?? 0
  }
  const times: number[] = []
  let old = 0
  for (let count = 0; count < changes; count++) {
    await fetchPrice()
    const sent = performance.now()
    const changed = change()
    await waitUntil(async () => (await fetchPrice()) === price(), 'the other process serves the change')
    times.push(performance.now() - sent)
    await changed
  }
  for (let count = 0; count < changes; count++) {
    await change()
    if ((await fetchPrice({ authorization: `Bearer ${token}` })) !== price()) old += 1
  }
  const own: Row = {
    what: "a change: the admin's next calls to another process that return the old value",
    figure: `${old} of ${changes}`,
    goal: 'none',
    met: old === 0,
  }
  return [
    createLimitRow('a change is visible in another process, median', computeMedian(times), 'ms', 100),
    createLimitRow('a change is visible in another process, at the latest', Math.max(...times), 'ms', 100),
    own,
  ]
}
