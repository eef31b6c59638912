import { PassThrough } from 'node:stream'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { Refusal } from '#contract/refusal.ts'
import { finishPage } from '#web/rendering/finish-page.ts'
import { NonceContext } from '#web/rendering/nonce.ts'
import { reportContext, settingsContext } from './context.ts'

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
  const router = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const onError = (error: unknown) => handleError(error, { request, context, params: {} })
  const page = await renderToBuffer(router, { nonce, onError }, request.signal)
  const { html, policy } = finishPage(page, nonce, context.get(settingsContext))
  // Vite's own inline scripts in development have no hashes.
  headers.set('content-security-policy', import.meta.env.PROD ? policy : "frame-ancestors 'none'")
  return new Response(html, { status, headers })
}

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

/** Unknown paths, aborted requests and refusals of the API are expected errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isExpected = isRouteErrorResponse(error) || error instanceof Refusal
  if (!request.signal.aborted && !isExpected) context.get(reportContext)(error)
}
