import { existsSync } from 'node:fs'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { type ApiEnv, findRequestIp } from '#api/api-routes.ts'
import { type CacheDependencies, createCacheDependencies, setCacheHeaders } from '#api/cache-headers.ts'
import { limitBody } from '#api/limit-body.ts'
import { logAndConvertError, toProblemResponse } from '#api/problems.ts'
import type { Client } from '#contract/client.ts'
import { neverStored } from '#contract/endpoint.ts'
import { createRefusal } from '#contract/refusals.ts'
import { securityHeaders } from '#http/security-headers.ts'
import type { Log } from '#observability/logger.ts'
import type { Metrics } from '#observability/metrics.ts'
import { logRequests } from '#observability/request-log.ts'
import { serveImageFile } from '#providers/images/folder.ts'
import type { StoredPicture } from '#shop/appearance.ts'
import type { Pages } from './rendered-pages.ts'

const maxSandboxBody = 20_000

interface SiteOptions {
  api: Hono<ApiEnv>
  createClient: (dependencies: CacheDependencies, ip: string | undefined) => Client
  pages: Pages | undefined
  /** Queues the rendering of a page. Refuses `too_many_requests`. */
  renderInTurn: (ip: string | undefined, render: () => Promise<Response>) => Promise<Response>
  trustedProxies: number
  isReady: () => Promise<boolean>
  imageFolder: string
  readPicture: (file: string) => Promise<StoredPicture | undefined>
  sandbox: Hono | undefined
  devRoutes: Hono | undefined
  log: Log
  metrics: Metrics
}

export function createSite(options: SiteOptions): Hono<ApiEnv> {
  const { api, pages, isReady, imageFolder, sandbox, devRoutes, log, metrics } = options
  const app = new Hono<ApiEnv>()
  app.onError((error, context) => {
    const refusal = logAndConvertError(error, log)
    if (refusal === error) context.set('refusalCode', refusal.code)
    return toProblemResponse(refusal)
  })
  app.use(compress(), addMissingHeaders(securityHeaders), forbidSharing)
  app.use(logRequests(log, metrics))
  app.route('/api', api)
  app.get('/healthz', context => context.json({ alive: true }))
  app.get('/readyz', async context => {
    const ready = await isReady()
    return context.json({ ready }, ready ? 200 : 503)
  })
  // Images uploaded before S3 or imgbb was configured stay available.
  if (existsSync(imageFolder)) app.get('/images/:file', serveImageFile(imageFolder))
  app.get('/appearance/:file', async context => {
    const picture = await options.readPicture(context.req.param('file'))
    if (!picture) return toProblemResponse(createRefusal('not_found'))
    const headers = { 'content-type': picture.mediaType, 'cache-control': 'public, max-age=31536000, immutable' }
    return context.body(new Uint8Array(picture.bytes), 200, headers)
  })
  if (sandbox) {
    app.use('/sandbox/payments/*', limitBody(maxSandboxBody, 'body_too_large'), noStoreMiddleware)
    app.route('/sandbox/payments', sandbox)
  }
  if (devRoutes) app.route('/', devRoutes)
  if (pages) addPageRoutes(app, pages, options)
  return app
}

function addPageRoutes(app: Hono<ApiEnv>, pages: Pages, options: SiteOptions): void {
  app.get('*', async context => {
    const { req } = context
    const route = pages.matchRoute(req.path)
    const { pathname, search } = new URL(req.url)
    const ownPath = pages.toOwnPath(pathname)
    if (ownPath !== pathname) return context.redirect(ownPath + search, 301)
    context.set('route', route)
    const ip = findRequestIp(options, context)
    const dependencies = createCacheDependencies()
    const response = await options.renderInTurn(ip, () => pages.handle(req.raw, options.createClient(dependencies, ip)))
    const isShared = pages.toCacheKey(pathname + search) !== undefined
    // A missing tool may be added later; an unknown route stays unknown.
    if (isShared && (response.status === 200 || route === '/*')) setCacheHeaders(response.headers, dependencies)
    return response
  })
  // Scripts handle forms; a browser without scripts posts to the page's URL.
  app.post('*', (context, next) => {
    const isPage = pages.matchRoute(context.req.path) !== '/*' && !context.req.path.endsWith('.data')
    return isPage ? context.redirect('/form-not-sent', 303) : next()
  })
  // React Router would log other methods with a stack.
  app.all('*', () => toProblemResponse(createRefusal('call_unknown')))
}

function addMissingHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
}

/** Responses contain client secrets of payments. */
const noStoreMiddleware: MiddlewareHandler = async (context, next) => {
  await next()
  context.res.headers.set('cache-control', neverStored)
}

/** Caches may store a response without `cache-control` (RFC 9111, section 4.2.2). A 304 would change the stored one. */
const forbidSharing: MiddlewareHandler = async (context, next) => {
  await next()
  const { status, headers } = context.res
  if (status !== 304 && !headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
}
