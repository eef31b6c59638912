import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tool } from '#contract/tools.ts'
import { renewToken, type Visitor } from './load-client.ts'
import { createRandom, isTrueWithin } from './proof.ts'
import { continuePurchase, newPurchase, type Purchase } from './purchase.ts'
import { startShop } from './shop-process.ts'

/** Kills one of two processes that share a port while buyers order; each repeats a failed request until it succeeds. */
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
  if (!(await isTrueWithin(() => workers().length === 2))) losses.push('two processes that are not two')
  const buyers = await Promise.all(visitors.map(visitor => renewToken(shop.origin, visitor)))
  const random = createRandom(2)
  let going = true
  let bought = 0
  const load = buyers.map(async buyer => {
    while (going) {
      const purchase = newPurchase(buyer, random)
      begun.push(purchase)
      const done = () =>
        continuePurchase(shop.origin, buyer, tool, purchase).then(
          () => true,
          () => pause(50, false),
        )
      if (!(await isTrueWithin(done))) losses.push(`never answered: ${JSON.stringify(purchase)}`)
      bought += 1
    }
  })
  await isTrueWithin(() => bought > 4)
  const [victim = 0] = workers()
  process.kill(victim, 'SIGKILL')
  if (!(await isTrueWithin(() => !workers().includes(victim) && workers().length === 2))) losses.push('not replaced')
  const before = bought
  await isTrueWithin(() => bought > before + 4)
  going = false
  await Promise.all(load)
  if ((await shop.end('SIGTERM')) !== 0) losses.push(`did not stop: ${shop.said.err}`)
  return { begun, losses }
}
