import { setTimeout as pause } from 'node:timers/promises'
import type { Tool } from '#contract/tools.ts'
import type { Visitor } from './load-client.ts'
import { createRandom } from './proof.ts'
import { continuePurchase, newPurchase, type Purchase } from './purchase.ts'

interface Load {
  reads: () => number
  /** Every purchase that a buyer began. */
  begun: readonly Purchase[]
  /** Ends the load; returns a line for each failure. */
  stop: () => Promise<string[]>
}

const pages = ['/', '/shop', '/allReviews', '/api/tools?limit=5', '/api/review?limit=5', '/login']

/** Readers, and buyers who order, pay and cancel, until the load is stopped. */
export function startLoad(origin: string, buyers: readonly Visitor[], tool: Tool): Load {
  const random = createRandom(1)
  const failed: string[] = []
  const begun: Purchase[] = []
  let reads = 0
  let going = true
  const loop = async (what: () => Promise<void>) => {
    while (going) {
      await what().catch(error => failed.push(`${new Date().toISOString()} ${error} ${error.cause ?? ''}`))
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
  const buy = (buyer: Visitor) => async () => {
    const purchase = newPurchase(buyer, random)
    begun.push(purchase)
    await continuePurchase(origin, buyer, tool, purchase)
  }
  const loops = [...[1, 2, 3, 4].map(() => loop(read)), ...buyers.map(buyer => loop(buy(buyer)))]
  return {
    reads: () => reads,
    begun,
    async stop() {
      going = false
      await Promise.all(loops)
      return failed
    },
  }
}
