import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { Client } from '#contract/client.ts'
import { clientContext, type Settings, settingsContext } from './context.ts'

/** A page for each request, made of the build that this module belongs to; so both use one copy of React Router. */
export function pageHandler(build: ServerBuild, client: Client, settings: Settings) {
  const handle = createRequestHandler(build)
  return (request: Request): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(clientContext, client)
    context.set(settingsContext, settings)
    return handle(request, context)
  }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    signal: request.signal,
  })
  await stream.allReady
  return new Response(stream, { status, headers })
}
