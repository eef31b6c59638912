import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { AddedTool } from '#test/open-shop.ts'
import { createRandom, isTrueWithin } from './attack-result.ts'
import { type RemoteAccount, renewToken } from './load-client.ts'
import { continuePurchase, createPurchase, type Purchase } from './purchase.ts'
import { startShop } from './shop-process.ts'

/** Kills one of two processes that share a port while buyers order; each repeats a failed request until it succeeds. */
export async function killOneOfTwo(
  environment: Record<string, string>,
  people: { admin: RemoteAccount; buyers: readonly RemoteAccount[] },
  tool: AddedTool,
): Promise<{ purchases: Purchase[]; violations: string[] }> {
  const shop = await startShop({ ...environment, PROCESSES: '2' })
  const listWorkers = () =>
    readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8').trim().split(' ').map(Number)
  const purchases: Purchase[] = []
  const violations: string[] = []
  if (!(await isTrueWithin(() => listWorkers().length === 2))) violations.push('not two workers')
  const admin = await renewToken(shop.origin, people.admin)
  const buyers = await Promise.all(people.buyers.map(account => renewToken(shop.origin, account)))
  const random = createRandom(2)
  let isRunning = true
  let purchaseCount = 0
  const load = buyers.map(async buyer => {
    while (isRunning) {
      const purchase = createPurchase(buyer, random)
      purchases.push(purchase)
      let lastError: unknown
      const tryToBuy = () =>
        continuePurchase(shop.origin, { buyer, admin }, tool, purchase).then(
          () => true,
          error => {
            lastError = error
            return pause(50, false)
          },
        )
      if (!(await isTrueWithin(tryToBuy))) violations.push(`${lastError} for ever: ${JSON.stringify(purchase)}`)
      purchaseCount += 1
    }
  })
  await isTrueWithin(() => purchaseCount > 4)
  const [victim = 0] = listWorkers()
  process.kill(victim, 'SIGKILL')
  if (!(await isTrueWithin(() => !listWorkers().includes(victim) && listWorkers().length === 2)))
    violations.push('not replaced')
  const before = purchaseCount
  await isTrueWithin(() => purchaseCount > before + 4)
  isRunning = false
  await Promise.all(load)
  if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  return { purchases: purchases, violations: violations }
}
