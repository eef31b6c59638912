import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import type { ServerBuild } from 'react-router'
import type { Storefront } from '#storefront.ts'
import type { pageHandler } from '#web/entry.server.tsx'

const client = fileURLToPath(new URL('../build/client', import.meta.url))

/** Google's window has to reach the page that opened it, and an API key may be bound to the pages' origin. */
const forFirebase = {
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const

/** The whole site: built files, the API, and every other path as a page of the React Router build. */
export function servePages(store: Storefront, build: ServerBuild): Hono {
  const entry = build.entry.module as typeof build.entry.module & { pageHandler: typeof pageHandler }
  const handle = entry.pageHandler(build, store.client, store.settings)
  const app = new Hono()
  const headers = { strictTransportSecurity: 'max-age=31536000', ...(store.settings.firebase && forFirebase) }
  app.use(compress(), secureHeaders(headers))
  app.get(
    '/assets/*',
    cachedFor('public, max-age=31536000, immutable'),
    serveStatic({ root: client, precompressed: true }),
  )
  app.get('/*', cachedFor('public, max-age=86400'), serveStatic({ root: client }))
  app.route('/', store.app)
  app.all('*', context => handle(context.req.raw))
  return app
}

/** Sets how long a built file may be kept; leaves every other answer alone, and one that says so itself. */
function cachedFor(cacheControl: string): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { ok, headers } = context.res
    if (ok && headers.has('last-modified') && !headers.has('cache-control'))
      context.header('cache-control', cacheControl)
  }
}
