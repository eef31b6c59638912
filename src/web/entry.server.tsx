import { renderToReadableStream } from 'react-dom/server'
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
import type { Log } from '#log.ts'
import { sealed } from './content-security-policy.ts'
import { clientContext, logContext, type Settings, settingsContext } from './context.ts'

/** A page for each request, made of the build that this module belongs to; so both use one copy of React Router. */
export function pageHandler(build: ServerBuild, settings: Settings, log: Log) {
  const handle = createRequestHandler(build)
  return (request: Request, client: Client): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(clientContext, client)
    context.set(settingsContext, settings)
    context.set(logContext, log)
    return handle(request, context)
  }
}

/** Logs what broke a page; an address that leads nowhere, or a browser that left, broke none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error))
    context.get(logContext)('error', 'page failed', { error })
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = crypto.randomUUID()
  const router = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const stream = await renderToReadableStream(router, { nonce, signal: request.signal })
  await stream.allReady
  const { html, policy } = sealed(await new Response(stream).text(), nonce, loadContext.get(settingsContext))
  // Vite's own scripts in development are not ours to hash.
  if (import.meta.env.PROD) headers.set('content-security-policy', policy)
  return new Response(html, { status, headers })
}
