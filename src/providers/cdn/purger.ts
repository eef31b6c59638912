import type { Log } from '#observability/logger.ts'
import type { Cdn } from './port.ts'

export interface Purger {
  add: (tag: string) => void
  close: () => Promise<void>
}

/** A purge waits until other processes have dropped their cached copies, which could refill the CDN. */
const settleMs = 500

/** Purges collected tags at most once per `intervalMs`, those of the last `settleMs` twice. Retries for `maxAgeMs`. */
export function createPurger(cdn: Cdn, { intervalMs, maxAgeMs }: PurgeTimes, log: Log): Purger {
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
    for (const [tag, changedAt] of changes) if (changedAt <= Date.now() - settleMs) waiting.delete(tag)
    const tags = changes.map(([tag]) => tag)
    try {
      await cdn.purge(tags)
    } catch (error) {
      log('error', 'CDN not purged', { error, tags })
      const isAlive = ([, changedAt]: (typeof changes)[number]) => Date.now() < changedAt + maxAgeMs
      for (const [tag, changedAt] of changes.filter(isAlive)) waiting.set(tag, waiting.get(tag) ?? changedAt)
    }
    if (waiting.size > 0) schedule()
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
