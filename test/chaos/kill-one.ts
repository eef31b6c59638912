import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tool } from '#contract/tools.ts'
import { renew, type Visitor } from './load-client.ts'
import { randomFrom, until } from './proof.ts'
import { newPurchase, type Purchase, proceed } from './purchase.ts'
import { startShop } from './shop-process.ts'

/** Kills one of two processes that share a port while buyers order, each repeating what broke until it is answered. */
export async function killOneOfTwo(
  environment: Record<string, string>,
  visitors: readonly Visitor[],
  tool: Tool,
): Promise<{ begun: Purchase[]; losses: string[] }> {
  const shop = await startShop({ ...environment, PROCESSES: '2' })
  const workers = () =>
    readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8').trim().split(' ').map(Number)
  const begun: Purchase[] = []
  const losses: string[] = []
  if (!(await until(() => workers().length === 2))) losses.push('two processes that are not two')
  const buyers = await Promise.all(visitors.map(visitor => renew(shop.origin, visitor)))
  const random = randomFrom(2)
  let going = true
  let bought = 0
  const load = buyers.map(async buyer => {
    while (going) {
      const purchase = newPurchase(buyer, random)
      begun.push(purchase)
      const done = () =>
        proceed(shop.origin, buyer, tool, purchase).then(
          () => true,
          () => pause(50, false),
        )
      if (!(await until(done))) losses.push(`never answered: ${JSON.stringify(purchase)}`)
      bought += 1
    }
  })
  await until(() => bought > 4)
  const [victim = 0] = workers()
  process.kill(victim, 'SIGKILL')
  if (!(await until(() => !workers().includes(victim) && workers().length === 2))) losses.push('not replaced')
  const before = bought
  await until(() => bought > before + 4)
  going = false
  await Promise.all(load)
  if ((await shop.end('SIGTERM')) !== 0) losses.push(`did not stop: ${shop.said.err}`)
  return { begun, losses }
}
