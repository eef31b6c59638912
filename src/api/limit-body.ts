import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RefusalCode } from '#contract/refusals.ts'
import { createRefusal } from '#contract/refusals.ts'
import { toProblemResponse } from './problems.ts'

/** Node reads at most Content-Length bytes. Chunked bodies are buffered, unless `requiresLength` refuses them. */
export function limitBody(maxSize: number, code: RefusalCode, requiresLength = false): MiddlewareHandler {
  const onError = () => toProblemResponse(createRefusal(code))
  const readWhole = bodyLimit({ maxSize, onError })
  return async (context, next) => {
    const length = context.req.header('content-length')
    const isChunked = context.req.header('transfer-encoding') !== undefined
    if (isChunked && requiresLength) return toProblemResponse(createRefusal('length_required'))
    if (length !== undefined && !isChunked) return Number(length) <= maxSize ? next() : onError()
    if (context.req.method === 'GET' && !isChunked) return next()
    let isRead = false
    const answer = await readWhole(context, async () => {
      isRead = true
    }).catch(() => toProblemResponse(createRefusal('invalid_input')))
    return isRead ? next() : (answer as Response)
  }
}
