import { setTimeout as pause } from 'node:timers/promises'

export interface Job {
  /** Lets the current run end, and starts no other. */
  stop: () => Promise<void>
}

interface LoopOptions {
  /** Milliseconds between the end of a run and the start of the next; before the first one, too. */
  everyMs: number
  run: (signal: AbortSignal) => Promise<unknown>
  onError: (error: unknown) => void
}

/** Runs the work again and again until stopped. */
export function startLoop({ everyMs, run, onError }: LoopOptions): Job {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = loop()

  async function loop(): Promise<void> {
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
