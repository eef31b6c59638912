import { isStorageFull } from '#db/errors.ts'
import type { Log } from '#observability/logger.ts'

const rememberedMs = 60_000

/** Reports the database as unwritable for a minute after a full or broken disk. */
export function watchStorage(log: Log, now: () => Date): { log: Log; isWritable: () => boolean } {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    log(level, event, fields) {
      if (isStorageFull(fields?.error)) failedAt = now().getTime()
      log(level, event, fields)
    },
    isWritable: () => now().getTime() - failedAt > rememberedMs,
  }
}
