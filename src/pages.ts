import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { Storefront } from '#storefront.ts'
import type { pageContext } from '#web/entry.server.tsx'

const client = fileURLToPath(new URL('../build/client', import.meta.url))

/** The whole site: built files, the API, and every other path as a page of the React Router build. */
export function servePages(store: Storefront, build: ServerBuild): Hono {
  const { pageContext } = build.entry.module as typeof build.entry.module & { pageContext: PageContext }
  const handle = createRequestHandler(build)
  const app = new Hono()
  app.use(compress())
  app.get(
    '/assets/*',
    serveStatic({ root: client, onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable') }),
  )
  app.get('/*', serveStatic({ root: client, onFound: (_, c) => c.header('cache-control', 'public, max-age=86400') }))
  app.route('/', store.app)
  app.all('*', context => handle(context.req.raw, pageContext(store.client, store.settings)))
  return app
}

type PageContext = typeof pageContext
