import pLimit, { type LimitFunction } from 'p-limit'
import { createRefusal } from '#contract/refusals.ts'

export type CallerQueue = <Result>(caller: string, run: (hasWaited: boolean) => Promise<Result>) => Promise<Result>

/** Runs so many calls of one caller at a time, and tells each whether it waited. Refuses `too_many_requests` when too many wait. */
export function createCallerQueue({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }): CallerQueue {
  const queues = new Map<string, { limit: LimitFunction; count: number }>()
  return async (caller, run) => {
    const queue = queues.get(caller) ?? { limit: pLimit(maxRunning), count: 0 }
    if (queue.count >= maxRunning + maxWaiting) throw createRefusal('too_many_requests', [], { retryAfterSeconds: 1 })
    queues.set(caller, queue)
    const hasToWait = queue.count >= maxRunning
    queue.count += 1
    try {
      return await queue.limit(() => run(hasToWait))
    } finally {
      queue.count -= 1
      if (queue.count === 0) queues.delete(caller)
    }
  }
}
