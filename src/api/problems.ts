import type { z } from 'zod'
import { toWireErrors } from '#api/mappers/conflicts.ts'
import { neverStored } from '#contract/endpoint.ts'
import { type FieldError, Refusal } from '#contract/refusal.ts'
import { createRefusal, toProblem } from '#contract/refusals.ts'
import { isConnectionError, isIdTaken } from '#db/errors.ts'
import { findRequestId, type Log } from '#observability/logger.ts'

export function logAndConvertError(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) {
    if (error.cause) log('error', 'service unavailable', { code: error.code, error: error.cause })
    return error
  }
  // Clients choose the ids of changes; a concurrent change took this one.
  if (isIdTaken(error)) return createRefusal('change_reused')
  log('error', 'unexpected error', { error })
  return createRefusal(isConnectionError(error) ? 'shop_unavailable' : 'internal')
}

export function toProblemResponse(refusal: Refusal): Response {
  const id = refusal.status >= 500 ? findRequestId() : undefined
  return Response.json(
    {
      ...toProblem(refusal),
      ...(refusal.errors.length > 0 && { errors: toWireErrors(refusal.errors) }),
      ...(id && { instance: `urn:uuid:${id}` }),
    },
    {
      status: refusal.status,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': neverStored,
        ...(refusal.retryAfterSeconds && { 'retry-after': String(refusal.retryAfterSeconds) }),
      },
    },
  )
}

export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw createRefusal('invalid_input', result.error.issues.map(toFieldError))
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: issue.path.join('.'), message: issue.message }
}
