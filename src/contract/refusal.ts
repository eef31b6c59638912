import type { RefusalCode } from './refusals.ts'

export interface FieldError {
  field: string
  message: string
  /** Set for an order line, whose `field` is `lines.` and its index. */
  code?: RefusalCode
  nearest?: readonly number[]
  /** The record's value, if somebody else changed the field in the meantime. */
  present?: unknown
}

/** `retry` can be begun anew, `final` can't; `done` was done by another call. Without a kind, no payment has ended. */
export type RefusalKind = 'retry' | 'final' | 'done'

export interface RefusalOptions {
  retryAfterSeconds?: number
  instance?: string | undefined
  /** A provider's error, only for the log. */
  cause?: unknown
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly kind: RefusalKind | undefined
  readonly errors: readonly FieldError[]
  readonly retryAfterSeconds: number | undefined
  /** Request id, to find log lines. */
  readonly instance: string | undefined

  constructor(
    refused: {
      code: RefusalCode
      status: number
      kind?: RefusalKind | undefined
      sentence: string
      errors: readonly FieldError[]
    },
    { retryAfterSeconds, instance, cause }: RefusalOptions = {},
  ) {
    super(refused.sentence, { cause })
    this.name = 'Refusal'
    this.code = refused.code
    this.status = refused.status
    this.kind = refused.kind
    this.errors = refused.errors
    this.retryAfterSeconds = retryAfterSeconds
    this.instance = instance
  }
}

/** Nothing answered, or something else than the shop, such as the sign-in page of a network. */
export class NoReplyError extends Error {}

/** RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: RefusalCode
  kind?: RefusalKind
  errors?: readonly FieldError[]
  instance?: string
}

/** The body may come from a proxy instead of the shop, which it cannot reach: 502, 503 or 504. */
export function parseRefusal(body: unknown, responseStatus = 500): Refusal {
  if (!isProblem(body)) {
    const [code, state] =
      responseStatus > 501
        ? (['shop_unavailable', 'The shop is not available just now.'] as const)
        : (['internal', 'Something went wrong on our side.'] as const)
    const status = Math.max(500, responseStatus)
    return new Refusal({ code, status, sentence: `${state} Please try again in a moment.`, errors: [] })
  }
  const { code, status, kind, detail, errors = [], instance } = body
  return new Refusal({ code, status, kind, sentence: detail, errors }, { instance })
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body
