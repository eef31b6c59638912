import { setTimeout as pause } from 'node:timers/promises'
import type { AddedTool } from '#test/open-shop.ts'
import { createRandom } from './attack-result.ts'
import type { RemoteAccount } from './load-client.ts'
import { continuePurchase, createPurchase, type Purchase } from './purchase.ts'

interface Load {
  countReads: () => number
  purchases: readonly Purchase[]
  stop: () => Promise<string[]>
}

const pages = ['/', '/shop', '/allReviews', '/api/tools?limit=5', '/api/review?limit=5', '/login']

/** Readers, buyers who order, pay and cancel, and an admin who ships and refunds, until the load is stopped. */
export function startLoad(
  origin: string,
  { admin, buyers }: { admin: RemoteAccount; buyers: readonly RemoteAccount[] },
  tool: AddedTool,
): Load {
  const random = createRandom(1)
  const failures: string[] = []
  const purchases: Purchase[] = []
  let reads = 0
  let isRunning = true
  const repeat = async (what: () => Promise<void>) => {
    while (isRunning) {
      await what().catch(error => failures.push(`${new Date().toISOString()} ${error} ${error.cause ?? ''}`))
      await pause(10)
    }
  }
  const read = async () => {
    reads += 1
    const path = pages[reads % pages.length] ?? '/'
    const response = await fetch(origin + path)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }
  const createPurchaseTask = (buyer: RemoteAccount) => async () => {
    const purchase = createPurchase(buyer, random)
    purchases.push(purchase)
    await continuePurchase(origin, { buyer, admin }, tool, purchase)
  }
  const loops = [...[1, 2, 3, 4].map(() => repeat(read)), ...buyers.map(buyer => repeat(createPurchaseTask(buyer)))]
  return {
    countReads: () => reads,
    purchases: purchases,
    async stop() {
      isRunning = false
      await Promise.all(loops)
      return failures
    },
  }
}
