import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#observability/logger.ts'

/** What a process says once it serves. */
const readyMessage = 'serving'

/**
 * Runs that many processes of this program behind one port, and another for each that dies; ends with all of them at
 * SIGTERM or SIGINT. The first one has migrated before the others start; where it can't start, this ends as it did.
 */
export async function runWorkers(count: number, log: Log): Promise<never> {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    })

  async function keepOne(first: Worker): Promise<void> {
    for (let worker = first; ; worker = cluster.fork()) {
      const [code, signal] = await once(worker, 'exit')
      if (stopping) return
      log('error', 'process ended', { process: worker.process.pid, code, signal })
      await pause(1000)
    }
  }

  const first = cluster.fork()
  const giveUp = (code: number | null) => process.exit(code ?? 1)
  first.once('exit', giveUp)
  await once(first, 'message')
  first.off('exit', giveUp)
  const others = Array.from({ length: count - 1 }, () => cluster.fork())
  await Promise.all([first, ...others].map(keepOne))
  return process.exit(0)
}

/** Tells the process that started this one that it serves, and ends it when that one is gone. */
export function reportReady(stop: () => void): void {
  process.send?.(readyMessage)
  if (cluster.isWorker) process.once('disconnect', stop)
}

/** Whether this process speaks for all of them. */
export const isFirstWorker = () => cluster.isPrimary || cluster.worker?.id === 1
