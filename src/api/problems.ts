import type { z } from 'zod'
import { type FieldError, Refusal, toProblem } from '#contract/refusals.ts'
import { getRequestId, type Log } from '#observability/logger.ts'
import { isOutage } from '#shop/shop.ts'

/** Any error as a refusal; one that is none is logged, and told as an outage or as `internal`. */
export function toRefusal(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error
  log('error', 'unexpected error', { error })
  return new Refusal(isOutage(error) ? 'shop_unavailable' : 'internal')
}

/** Any error as a problem document. */
export const toProblemResponse = (error: unknown, log: Log): Response => toRefusalResponse(toRefusal(error, log))

/** A refusal as a problem document; a failure of ours names its request, for whoever asks the operator about it. */
export function toRefusalResponse(refusal: Refusal): Response {
  const id = refusal.status >= 500 ? getRequestId() : undefined
  return Response.json(
    { ...toProblem(refusal), ...(id && { instance: `urn:uuid:${id}` }) },
    {
      status: refusal.status,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        ...(refusal.retryAfter && { 'retry-after': String(refusal.retryAfter) }),
      },
    },
  )
}

/** The value as the schema has it; refuses `invalid_input`, naming each field at fault. */
export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Refusal('invalid_input', result.error.issues.map(toFieldError))
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: issue.path.join('.'), message: issue.message }
}
