import { refuse } from '#contract/refusals.ts'

/** Uploads that one process reads at once: each takes up to 30 MB. */
const maxUploads = 10
const maxPerAccount = 2

export interface UploadGate {
  /** Refuses `uploads_busy`. */
  run: <Result>(accountId: string, upload: () => Promise<Result>) => Promise<Result>
}

export function createUploadGate(): UploadGate {
  const running: string[] = []
  return {
    async run(accountId, upload) {
      const ofAccount = running.filter(id => id === accountId).length
      if (running.length >= maxUploads || ofAccount >= maxPerAccount) refuse('uploads_busy')
      running.push(accountId)
      try {
        return await upload()
      } finally {
        running.splice(running.indexOf(accountId), 1)
      }
    },
  }
}
