import pLimit from 'p-limit'
import { type RefusalCode, refuse } from '#contract/refusals.ts'

interface QueueLimits {
  concurrency: number
  /** Beyond it, only callers who have nothing there are accepted, up to twice as many. */
  maxWaiting: number
  /** Running and waiting ones of one caller. */
  maxOfOne: number
  /** The refusal of what is too much. */
  refusal: RefusalCode
}

type Queue = <Result>(caller: string, run: () => Promise<Result>) => Promise<Result>

/** For work that takes long: nobody's calls shut out those of others. */
export function createFairQueue({ concurrency, maxWaiting, maxOfOne, refusal }: QueueLimits): Queue {
  const limit = pLimit(concurrency)
  const counts = new Map<string, number>()
  return async (caller, run) => {
    const ownCount = counts.get(caller) ?? 0
    const maxForCaller = ownCount === 0 ? 2 * maxWaiting : maxWaiting
    if (ownCount >= maxOfOne || limit.pendingCount >= maxForCaller) refuse(refusal)
    counts.set(caller, ownCount + 1)
    try {
      return await limit(run)
    } finally {
      const left = (counts.get(caller) ?? 1) - 1
      if (left > 0) counts.set(caller, left)
      else counts.delete(caller)
    }
  }
}
