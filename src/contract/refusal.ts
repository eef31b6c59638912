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

export interface RefusalOptions {
  retryAfterSeconds?: number
  instance?: string | undefined
  /** A provider's error, only for the log. */
  cause?: unknown
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly retryAfterSeconds: number | undefined
  /** Request id, to find log lines. */
  readonly instance: string | undefined

  constructor(
    refused: { code: RefusalCode; status: number; sentence: string; errors: readonly FieldError[] },
    { retryAfterSeconds, instance, cause }: RefusalOptions = {},
  ) {
    super(refused.sentence, { cause })
    this.name = 'Refusal'
    this.code = refused.code
    this.status = refused.status
    this.errors = refused.errors
    this.retryAfterSeconds = retryAfterSeconds
    this.instance = instance
  }
}

/** RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: RefusalCode
  errors?: readonly FieldError[]
  instance?: string
}

const unreadable: Problem = {
  type: 'urn:problem:internal',
  title: 'internal',
  status: 500,
  detail: 'Something went wrong on our side. Please try again in a moment.',
  code: 'internal',
}

/** The body may come from a proxy instead of the shop. */
export function parseRefusal(body: unknown): Refusal {
  const { code, status, detail, errors = [], instance } = isProblem(body) ? body : unreadable
  return new Refusal({ code, status, sentence: detail, errors }, { instance })
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body
