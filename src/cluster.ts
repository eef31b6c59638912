import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#observability/logger.ts'

/** Message of a worker that serves requests. */
const readyMessage = 'ready'

/**
 * Runs `count` processes of this program on one port and replaces those that die; ends with them at SIGTERM or SIGINT.
 * The first worker migrates the database before the others start; when it cannot start, this process exits with its code.
 */
export async function runWorkers(count: number, log: Log): Promise<never> {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    })

  async function replaceWhenDead(first: Worker): Promise<void> {
    for (let worker = first; ; worker = cluster.fork()) {
      const [code, signal] = await once(worker, 'exit')
      if (stopping) return
      log('error', 'process ended', { process: worker.process.pid, code, signal })
      await pause(1000)
    }
  }

  const first = cluster.fork()
  const exitWith = (code: number | null) => process.exit(code ?? 1)
  first.once('exit', exitWith)
  await once(first, 'message')
  first.off('exit', exitWith)
  const others = Array.from({ length: count - 1 }, () => cluster.fork())
  await Promise.all([first, ...others].map(replaceWhenDead))
  return process.exit(0)
}

/** Tells the primary process, if there is one, that this one serves; calls `onDisconnect` when the primary is gone. */
export function reportReady(onDisconnect: () => void): void {
  process.send?.(readyMessage)
  if (cluster.isWorker) process.once('disconnect', onDisconnect)
}

/** Whether this process prints for all. */
export const isFirstWorker = () => cluster.isPrimary || cluster.worker?.id === 1
