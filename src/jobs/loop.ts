import { setTimeout as pause } from 'node:timers/promises'

export interface Job {
  stop: () => Promise<void>
}

interface LoopOptions {
  /** Pause before each run. */
  everyMs: number
  run: (signal: AbortSignal) => Promise<unknown>
  onError: (error: unknown) => void
}

export function startLoop({ everyMs, run, onError }: LoopOptions): Job {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = runUntilStopped()

  async function runUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await run(signal).catch(onError)
    }
  }

  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
