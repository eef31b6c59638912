import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#observability/logger.ts'

const readyMessage = 'ready'

/** Replaces workers that die. The first one migrates the database before the others start. */
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

export function reportReady(onDisconnect: () => void): void {
  process.send?.(readyMessage)
  if (cluster.isWorker) process.once('disconnect', onDisconnect)
}

export const isFirstWorker = () => cluster.isPrimary || cluster.worker?.id === 1
