import { refuse } from '#contract/refusals.ts'

/** Uploads that one process reads at once, and those of them that have something in common: each takes up to 30 MB. */
const maxUploads = { all: 10, customers: 8, account: 2, ip: 4, limited: 3 }

export interface Upload {
  accountId: string
  ip: string | undefined
  /** Whether the account is unverified, where such accounts are limited. */
  isLimited: boolean
  isAdmin: boolean
}

export interface UploadGate {
  /** Refuses `uploads_busy`. */
  run: <Result>(upload: Upload, readUpload: () => Promise<Result>) => Promise<Result>
}

export function createUploadGate(): UploadGate {
  const running = new Set<Upload>()
  const count = (matches: (upload: Upload) => boolean) => [...running].filter(matches).length
  return {
    async run(upload, readUpload) {
      const isBusy =
        running.size >= maxUploads.all ||
        (!upload.isAdmin && running.size >= maxUploads.customers) ||
        count(other => other.accountId === upload.accountId) >= maxUploads.account ||
        (upload.ip && count(other => other.ip === upload.ip) >= maxUploads.ip) ||
        (upload.isLimited && count(other => other.isLimited) >= maxUploads.limited)
      if (isBusy) refuse('uploads_busy')
      running.add(upload)
      try {
        return await readUpload()
      } finally {
        running.delete(upload)
      }
    },
  }
}
