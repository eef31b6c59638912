import { PassThrough } from 'node:stream'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { Client } from '#contract/client.ts'
import { applyPolicy } from '#web/rendering/content-security-policy.ts'
import { limitConcurrency } from '#web/rendering/limit-concurrency.ts'
import { clientContext, type Report, reportContext, type Settings, settingsContext } from './context.ts'

export { createRouteMatcher } from '#web/rendering/route-patterns.ts'

/** A page for each request, made of the build that this module belongs to; so both use one copy of React Router. */
export function pageHandler(build: ServerBuild, settings: Settings, report: Report) {
  const handle = createRequestHandler(build)
  return (request: Request, client: Client): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(clientContext, client)
    context.set(settingsContext, settings)
    context.set(reportContext, report)
    return handle(request, context)
  }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = crypto.randomUUID()
  const router = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const onError = (error: unknown) => handleError(error, { request, context, params: {} })
  const whole = await limitRenders(() => renderToBuffer(router, { nonce, onError }, request.signal))
  const { html, policy } = applyPolicy(whole, nonce, context.get(settingsContext))
  // Vite's own scripts in development are not ours to hash.
  if (import.meta.env.PROD) headers.set('content-security-policy', policy)
  return new Response(html, { status, headers })
}

/** All data is there by now: more renderings at a time would share the processor, and hold memory the longer. */
const limitRenders = limitConcurrency(2)

async function renderToBuffer(
  page: ReactNode,
  options: RenderToPipeableStreamOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const whole = new PassThrough()
  await new Promise<void>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      ...options,
      onAllReady() {
        pipe(whole)
        resolve()
      },
      onShellError: reject,
    })
    signal.addEventListener('abort', abort)
  })
  return Buffer.concat(await whole.toArray())
}

/**
 * Reports what broke a page: not an address that leads nowhere, a browser that left, or what the API refused, which has
 * told itself (known by its name, since the server has a class Refusal of its own).
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const refused = isRouteErrorResponse(error) || (error instanceof Error && error.name === 'Refusal')
  if (!request.signal.aborted && !refused) context.get(reportContext)(error)
}
