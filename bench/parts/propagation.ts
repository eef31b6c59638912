import type { Part } from '#bench/bench.ts'
import { adminToken } from '#bench/buyers.ts'
import { startShop } from '#bench/children.ts'
import { median } from '#bench/outcome.ts'
import { atMost, type Row } from '#bench/table.ts'
import { changing } from './first-render.ts'

const changes = 50

/** How soon what an admin changes at one process is seen at another, from the moment that the admin sends it. */
export const seenElsewhere: Part = async ({ newDatabase }) => {
  const url = await newDatabase()
  const token = await adminToken(url)
  const here = await startShop({ DATABASE_URL: url })
  const there = await startShop({ DATABASE_URL: url })
  const { id, change, price } = await changing(here.origin, token)
  async function priceThere(headers: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${there.origin}/api/tools?id=${id}`, { headers })
    const [tool]: { price: number }[] = await response.json()
    return tool?.price ?? 0
  }
  const times: number[] = []
  let old = 0
  for (let count = 0; count < changes; count++) {
    await priceThere()
    const sent = performance.now()
    const changed = change()
    while ((await priceThere()) !== price()) {}
    times.push(performance.now() - sent)
    await changed
  }
  for (let count = 0; count < changes; count++) {
    await change()
    if ((await priceThere({ authorization: `Bearer ${token}` })) !== price()) old += 1
  }
  const own: Row = {
    what: "a change: the admin's next calls that do not see it, at another process",
    figure: `${old} of ${changes}`,
    goal: 'none',
    met: old === 0,
  }
  return [
    atMost('a change is seen at another process, median', median(times), 'ms', 100),
    atMost('a change is seen at another process, at the latest', Math.max(...times), 'ms', 100),
    own,
  ]
}
