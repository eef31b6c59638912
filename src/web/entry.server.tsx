import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { Client } from '#contract/client.ts'
import { clientContext, type Settings, settingsContext } from './context.ts'

export function pageContext(client: Client, settings: Settings): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(clientContext, client)
  context.set(settingsContext, settings)
  return context
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
