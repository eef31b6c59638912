import { createRefusal, type RefusalCode } from '#contract/refusals.ts'

interface QueueLimits {
  concurrency: number
  perCaller?: number
  maxWaiting?: number
  /** Running and waiting work of a caller. Default: unlimited. */
  maxOfCaller?: number
  refusal?: RefusalCode
}

export type Queue = <Result>(run: () => Promise<Result>, caller?: string) => Promise<Result>

interface Caller {
  running: number
  waiting: (() => void)[]
}

/** Callers take turns, so that none waits for all the work of another. */
export function createQueue(limits: QueueLimits): Queue {
  const { concurrency, perCaller = concurrency, refusal = 'too_many_requests' } = limits
  const { maxWaiting = Number.POSITIVE_INFINITY, maxOfCaller = Number.POSITIVE_INFINITY } = limits
  /** The least recently served caller comes first. */
  const callers = new Map<string, Caller>()
  let running = 0
  let waiting = 0

  function startNext(): void {
    if (running >= concurrency) return
    for (const [name, caller] of callers) {
      const start = caller.running < perCaller && caller.waiting.shift()
      if (!start) continue
      callers.delete(name)
      callers.set(name, caller)
      waiting -= 1
      running += 1
      caller.running += 1
      start()
      return
    }
  }

  return async (run, name = '') => {
    const caller = callers.get(name) ?? { running: 0, waiting: [] }
    const hasToWait = running >= concurrency || caller.running >= perCaller
    const isTooMuch = (hasToWait && waiting >= maxWaiting) || caller.running + caller.waiting.length >= maxOfCaller
    if (isTooMuch) throw createRefusal(refusal, [], { retryAfterSeconds: 1 })
    callers.set(name, caller)
    waiting += 1
    await new Promise<void>(start => {
      caller.waiting.push(start)
      startNext()
    })
    try {
      return await run()
    } finally {
      running -= 1
      caller.running -= 1
      callers.delete(name)
      if (caller.running + caller.waiting.length > 0) callers.set(name, caller)
      startNext()
    }
  }
}

/** Holds a turn from the first item until the iteration ends. */
export async function* iterateInTurn<Item>(
  queue: Queue,
  caller: string,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const turn = queue(() => {
    started.resolve()
    return ended.promise
  }, caller)
  turn.catch(started.reject)
  await started.promise
  try {
    yield* items
  } finally {
    ended.resolve()
  }
}
