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
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    })

  async function keepReplacing(initialWorker: Worker): Promise<void> {
    for (let worker = initialWorker; ; worker = cluster.fork()) {
      const [code, signal] = await once(worker, 'exit')
      if (stopping) return
      log('error', 'process ended', { process: worker.process.pid, code, signal })
      await pause(1000)
      if (stopping) return
    }
  }

  const firstWorker = cluster.fork()
  const exitWithCode = (code: number | null) => process.exit(code ?? 1)
  firstWorker.once('exit', exitWithCode)
  await once(firstWorker, 'message')
  firstWorker.off('exit', exitWithCode)
  const otherWorkers = Array.from({ length: count - 1 }, () => cluster.fork())
  await Promise.all([firstWorker, ...otherWorkers].map(keepReplacing))
  return process.exit(0)
}

export function reportReady(): void {
  process.send?.(readyMessage)
}

export function onPrimaryExit(callback: () => void): void {
  if (cluster.isWorker) process.once('disconnect', callback)
}

export const isFirstProcess = () => cluster.isPrimary || cluster.worker?.id === 1
