import type { Log } from '#observability/logger.ts'
import type { Cdn } from './port.ts'

export interface Purger {
  /** Purges the tag soon. */
  add: (tag: string) => void
  /** Purges what is waiting. */
  close: () => Promise<void>
}

/** By then the other processes have dropped their copies, so that none is fetched from them again. */
const settleMs = 500

/**
 * Collects the tags of changes for half a second and purges them in one call, at most once in `intervalMs`. A purge that
 * failed is repeated as long as responses from before the change live, `maxAgeMs`.
 */
export function createPurger(cdn: Cdn, { intervalMs, maxAgeMs }: PurgeTimes, log: Log): Purger {
  /** With the time of their last change. */
  const waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let lastPurgeAt = Number.NEGATIVE_INFINITY
  let purging: Promise<void> | undefined

  function add(tag: string): void {
    waiting.set(tag, Date.now())
    schedule()
  }

  function schedule(): void {
    const earliest = Math.max(settleMs, lastPurgeAt + intervalMs - Date.now())
    timer ??= setTimeout(() => {
      purging = purge()
    }, earliest).unref()
  }

  async function purge(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    lastPurgeAt = Date.now()
    const changes = [...waiting]
    waiting.clear()
    const tags = changes.map(([tag]) => tag)
    try {
      await cdn.purge(tags)
    } catch (error) {
      log('error', 'CDN not purged', { error, tags })
      const isAlive = ([, changedAt]: (typeof changes)[number]) => Date.now() < changedAt + maxAgeMs
      for (const [tag, changedAt] of changes.filter(isAlive)) waiting.set(tag, waiting.get(tag) ?? changedAt)
      if (waiting.size > 0) schedule()
    }
  }

  return {
    add,
    async close() {
      await purging
      if (waiting.size > 0) await purge()
      clearTimeout(timer)
    },
  }
}

interface PurgeTimes {
  intervalMs: number
  maxAgeMs: number
}
