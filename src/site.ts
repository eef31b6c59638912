import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { compress } from 'hono/compress'
import type { ServerBuild } from 'react-router'
import { toRefusalResponse } from '#api/problems.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Encoding, encodingFor, type Sealed, sealed } from '#page-cache/encoded-response.ts'
import { type Making, noting } from '#page-cache/page-cache.ts'
import type { createRouteMatcher, pageHandler } from '#web/entry.server.tsx'
import type { Storefront } from './app.ts'
import { byteCache } from './byte-cache.ts'

const client = fileURLToPath(new URL('../build/client', import.meta.url))

const securityHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Of what is no page; a page brings its own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Google's window has to reach the page that opened it, and an API key may be bound to the pages' origin. */
const forFirebase = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/** The whole site: built files, the API, and every other path as a page of the React Router build. */
export function servePages(store: Storefront, build: ServerBuild) {
  const entry = build.entry.module as typeof build.entry.module & {
    pageHandler: typeof pageHandler
    pagePatterns: typeof createRouteMatcher
  }
  const handle = entry.pageHandler(build, store.settings, store.report)
  const patternOf = keptByPath(entry.pagePatterns(build))
  const app = new Hono<{ Bindings: Partial<Making> }>()
  app.use(compress(), headed({ ...securityHeaders, ...(store.settings.firebase && forFirebase) }))
  app.get(
    '/assets/*',
    cachedFor('public, max-age=31536000, immutable'),
    serveStatic({ root: client, precompressed: true }),
  )
  // Whose names all have a dot: a page needs no look at the disk.
  app.get('/:file{.+\\.\\w+}', except('/api/*', cachedFor('public, max-age=86400'), serveStatic({ root: client })))
  app.route('/', store.app)
  const nowhere = keptByEncoding(() => handle(new Request(`${store.settings.origin}/nowhere`), store.client))
  // Below a page's own address, the frame marks where one is; as data, the answer is another.
  const leadsNowhere = (path: string) => patternOf(`/${path.split('/', 2)[1]}`) === '/*' && !path.endsWith('.data')
  app.get('*', context => {
    const { req, env } = context
    const page = patternOf(req.path)
    context.set('page', page)
    if (page === '/*' && leadsNowhere(req.path)) return nowhere(req.raw)
    return handle(req.raw, noting(store.client, env))
  })
  // No page takes anything else, and React Router would log each try with a stack.
  app.all('*', () => toRefusalResponse(new Refusal('call_unknown')))
  return app
}

/** The same, with the answers of late at hand: React Router would make its patterns anew for each. */
function keptByPath(patternOf: (path: string) => string): (path: string) => string {
  const patterns = byteCache<string>(200_000, Number.POSITIVE_INFINITY)
  return path => {
    const known = patterns.get(path, 0)
    if (known) return known
    const pattern = patternOf(path)
    // A copy: the path is a part of the whole address, which would stay with it.
    patterns.set(Buffer.from(path).toString(), pattern, 2 * path.length + 200, 0)
    return pattern
  }
}

/** Keeps the one answer to everybody who asks for a page that is not there: who looks for holes asks for thousands. */
function keptByEncoding(make: () => Promise<Response>) {
  const kept = new Map<Encoding, Sealed>()
  return async (request: Request): Promise<Response> => {
    const encoding = encodingFor(request.headers.get('accept-encoding') ?? '')
    const answer = kept.get(encoding) ?? (await sealed(await make(), encoding))
    if (answer.status === 404) kept.set(encoding, answer)
    const headers = new Headers()
    for (let at = 0; at < answer.headers.length; at += 2)
      headers.set(answer.headers[at] ?? '', answer.headers[at + 1] ?? '')
    return new Response(answer.body, { status: answer.status, headers })
  }
}

/** Sets the headers that an answer does not have yet. */
function headed(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
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
