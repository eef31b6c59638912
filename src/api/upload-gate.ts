import { refuse } from '#contract/refusals.ts'
import type { Caller } from './rate-limits/rate-limiter.ts'

/** Uploads that one process reads at once, and those of them that have something in common: each takes up to 30 MB. */
const maxUploads = { all: 10, customers: 8, account: 2, ip: 4 }

export interface UploadGate {
  /** Refuses `uploads_busy`. */
  run: <Result>(caller: Caller, readUpload: () => Promise<Result>) => Promise<Result>
}

export function createUploadGate(): UploadGate {
  const running = new Set<Caller>()
  const count = (matches: (caller: Caller) => boolean) => [...running].filter(matches).length
  return {
    async run(caller, readUpload) {
      const isBusy =
        running.size >= maxUploads.all ||
        (!caller.isAdmin && running.size >= maxUploads.customers) ||
        count(other => other.accountId === caller.accountId) >= maxUploads.account ||
        (caller.ip && count(other => other.ip === caller.ip) >= maxUploads.ip)
      if (isBusy) refuse('uploads_busy')
      running.add(caller)
      try {
        return await readUpload()
      } finally {
        running.delete(caller)
      }
    },
  }
}
