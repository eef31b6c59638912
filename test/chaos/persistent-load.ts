import { setTimeout as pause } from 'node:timers/promises'
import type { AddedTool } from '#test/open-shop.ts'
import { createRandom, isTrueWithin } from './attack-result.ts'
import type { RemoteAccount } from './load-client.ts'
import { continuePurchase, createPurchase, type Purchase } from './purchase.ts'

interface PersistentBuyers {
  purchases: readonly Purchase[]
  countDone: () => number
  /** Lets the buyers finish; returns a line for each purchase that never succeeded. */
  stop: () => Promise<string[]>
}

/** Buyers and an admin who repeat a failed request until it succeeds. */
export function startPersistentBuyers(
  origin: string,
  { admin, buyers }: { admin: RemoteAccount; buyers: readonly RemoteAccount[] },
  tool: AddedTool,
): PersistentBuyers {
  const random = createRandom(2)
  const purchases: Purchase[] = []
  const violations: string[] = []
  let isRunning = true
  let done = 0
  const load = buyers.map(async buyer => {
    while (isRunning) {
      const purchase = createPurchase(buyer, random)
      purchases.push(purchase)
      let lastError: unknown
      const tryToBuy = () =>
        continuePurchase(origin, { buyer, admin }, tool, purchase).then(
          () => true,
          error => {
            lastError = error
            return pause(50, false)
          },
        )
      if (!(await isTrueWithin(tryToBuy))) violations.push(`${lastError} for ever: ${JSON.stringify(purchase)}`)
      done += 1
    }
  })
  return {
    purchases,
    countDone: () => done,
    async stop() {
      isRunning = false
      await Promise.all(load)
      return violations
    },
  }
}

interface PersistentReaders {
  countReads: () => number
  countRetries: () => number
  /** Returns a line for each path that never answered. */
  stop: () => Promise<string[]>
}

const paths = ['/', '/shop', '/allReviews', '/api/tools?limit=5', '/api/tools?q=saw', '/api/review?limit=5', '/login']

/** Visitors who repeat a failed request until it succeeds. */
export function startPersistentReaders(origin: string, count: number): PersistentReaders {
  const violations: string[] = []
  let isRunning = true
  let reads = 0
  let retries = 0
  const read = async (path: string) => {
    let answer = ''
    const isRead = await isTrueWithin(async () => {
      answer = await fetch(origin + path).then(
        async response => `${response.status} ${(await response.text()).length > 0 ? 'with' : 'without'} a body`,
        String,
      )
      if (answer === '200 with a body') return true
      retries += 1
      return pause(50, false)
    })
    if (!isRead) violations.push(`${path}: ${answer} for ever`)
    reads += 1
  }
  const readers = Array.from({ length: count }, async () => {
    while (isRunning) {
      await read(paths[reads % paths.length] ?? '/')
      await pause(10)
    }
  })
  return {
    countReads: () => reads,
    countRetries: () => retries,
    async stop() {
      isRunning = false
      await Promise.all(readers)
      return violations
    },
  }
}
