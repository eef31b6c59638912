import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionError, isStorageFull } from '#db/errors.ts'
import type { Log } from '#observability/logger.ts'

const checkMs = 1_000

/** Logs one line when the database goes away and one when it is back, in place of an error for each call and job. */
export function watchDatabase(log: Log, ping: () => Promise<unknown>): { log: Log; stop: () => void } {
  const stopping = new AbortController()
  let isAway = false
  // Other services fail with the same errors, so the database is asked.
  const findFailure = () =>
    ping().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )

  async function logUnlessAway(...line: Parameters<Log>): Promise<void> {
    const failure = await findFailure()
    if (!failure) return log(...line)
    if (isAway || stopping.signal.aborted) return
    isAway = true
    log('error', 'database away', failure)
    await waitForDatabase().catch(() => {})
  }

  async function waitForDatabase(): Promise<void> {
    const start = performance.now()
    do {
      await pause(checkMs, undefined, { signal: stopping.signal, ref: false })
    } while (await findFailure())
    isAway = false
    log('info', 'database back', { seconds: Math.round((performance.now() - start) / 1000) })
  }

  return {
    log(level, event, fields) {
      const error = fields?.error
      if (level !== 'error' || !isConnectionError(error) || isStorageFull(error)) return log(level, event, fields)
      void logUnlessAway(level, event, fields)
    },
    stop: () => stopping.abort(),
  }
}
