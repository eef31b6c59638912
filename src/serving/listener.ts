import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { selectEncoding, sendOrNotModified } from '#http/encoded-response.ts'
import type { Metrics } from '#observability/metrics.ts'
import type { Shop } from '#shop/shop.ts'
import { createPageCache } from './page-cache.ts'
import type { Pages } from './rendered-pages.ts'
import type { createSite } from './site.ts'

export function createListener(
  site: ReturnType<typeof createSite>,
  origin: string,
  cachedPages: Pages | undefined,
  { notifications, settings }: Shop,
  metrics: Metrics,
): RequestListener {
  const next = getRequestListener(site.fetch)
  if (!cachedPages) return next
  const { files } = cachedPages
  const handlePages = createPageCache({
    origin,
    toCacheKey: cachedPages.toCacheKey,
    respond: (request, incoming) => site.fetch(request, { incoming }),
    next,
    changes: {
      subscribe(listener) {
        // Settings invalidate pages only once they are reloaded.
        notifications.subscribe(tag => tag !== 'settings' && listener(tag))
        settings.subscribe(() => listener('settings'))
      },
      isConnected: notifications.isConnected,
    },
    onHit: metrics.createIncrement('page_cache', { result: 'hit' }),
    onMiss: metrics.createIncrement('page_cache', { result: 'miss' }),
  })
  return (request, response) => {
    const { method, url = '/', headers } = request
    const file = files.get(url.split('?', 1)[0] ?? '')
    if (!file || (method !== 'GET' && method !== 'HEAD')) return handlePages(request, response)
    const encoded = file[selectEncoding(headers['accept-encoding'] ?? '')] ?? file.identity
    sendOrNotModified(encoded, request, response)
  }
}
