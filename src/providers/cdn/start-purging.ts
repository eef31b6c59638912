import type { Config } from '#config/config.ts'
import type { Notifications } from '#db/notifications.ts'
import type { Log } from '#observability/logger.ts'
import { createCloudflareCdn } from './cloudflare.ts'
import { createFastlyCdn } from './fastly.ts'
import type { Cdn } from './port.ts'
import { createPurger, type Purger } from './purger.ts'
import { createVarnishCdn } from './varnish.ts'

interface PurgingOptions {
  notifications: Notifications
  maxAgeMs: number
  log: Log
}

/** Each process purges its own edits. Orders purge nothing: placing an order checks the stock that pages show. */
export function startPurging(
  settings: Config['cdn'],
  { notifications, maxAgeMs, log }: PurgingOptions,
): Purger | undefined {
  const cdn = createCdn(settings)
  if (!cdn) return undefined
  const purger = createPurger(cdn, { intervalMs: settings.purgeIntervalMs, maxAgeMs }, log)
  notifications.subscribe((tag, isOwnEdit) => {
    if (isOwnEdit) purger.add(tag)
  })
  return purger
}

function createCdn({ fastly, cloudflare, varnish }: Config['cdn']): Cdn | undefined {
  if (fastly) return createFastlyCdn(fastly)
  if (cloudflare) return createCloudflareCdn(cloudflare)
  return varnish && createVarnishCdn(varnish)
}
