import type { Config } from '#config/config.ts'
import type { Notifications } from '#db/notifications.ts'
import type { Log } from '#observability/logger.ts'
import { createCdn } from './create-cdn.ts'
import { createPurger, type Purger } from './purger.ts'

interface PurgingOptions {
  notifications: Notifications
  /** How long the CDN keeps a response. */
  maxAgeMs: number
  log: Log
}

/** Each process purges what it has changed itself. Undefined without a CDN. */
export function startPurging(
  settings: Config['cdn'],
  { notifications, maxAgeMs, log }: PurgingOptions,
): Purger | undefined {
  const cdn = createCdn(settings)
  if (!cdn) return undefined
  const purger = createPurger(cdn, { intervalMs: settings.purgeIntervalMs, maxAgeMs }, log)
  notifications.subscribe((tag, isOwn) => {
    if (isOwn) purger.add(tag)
  })
  return purger
}
