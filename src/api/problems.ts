import type { z } from 'zod'
import { neverStored } from '#contract/endpoint.ts'
import { type FieldError, Refusal } from '#contract/refusal.ts'
import { createRefusal, toProblem } from '#contract/refusals.ts'
import { cutText } from '#contract/text.ts'
import { formatTimeInZone } from '#contract/time-zones.ts'
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

function toWireErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.flatMap(error => {
    if (error.present === undefined) return error
    return Object.entries(toWireFields({ [error.field]: error.present })).map(([field, present]) => {
      const message = `Somebody else changed this meanwhile, to ${formatValue(present)}. Save again to replace that.`
      return { ...error, field, message, present }
    })
  })
}

const maxShownLength = 300

function formatValue(value: unknown): string {
  const text = formatParts(value)
  return text === '' ? 'nothing' : `“${text.length > maxShownLength ? `${cutText(text, maxShownLength)}…` : text}”`
}

function formatParts(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return formatTimeInZone(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(formatParts).join('; ')
  if (typeof value === 'object') return Object.values(value).map(formatParts).filter(Boolean).join(' ')
  return String(value)
}

function toWireFields(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      name.endsWith('Cents') && typeof each === 'number'
        ? [name.slice(0, -'Cents'.length), each / 100]
        : [name, toWireValue(each)],
    ),
  )
}

function toWireValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWireValue)
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? toWireFields(value) : value
}
