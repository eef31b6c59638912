import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { CardOutcome } from './test-cards.ts'

/** https://docs.stripe.com/api/errors */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly body: { type: string; code?: string | undefined; [field: string]: unknown }

  constructor(status: ApiError['status'], body: ApiError['body']) {
    super(body.code)
    this.status = status
    this.body = body
  }
}

export const describeInvalidExpiry = (part: 'month' | 'year'): CardOutcome => ({
  code: `invalid_expiry_${part}`,
  message: `Your card's expiration ${part} is invalid.`,
})

export function createCardError(outcome: CardOutcome, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code: outcome.code, message: outcome.message, param })
}

export function createInvalidRequestError(code: string, message: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code, message })
}

export function createNotFoundError(param: string): ApiError {
  const error = { type: 'invalid_request_error', code: 'resource_missing', param }
  return new ApiError(404, { ...error, message: `No such ${param}.` })
}

export function createUnexpectedStateError(intent: { status: string }): ApiError {
  const message = `This PaymentIntent's status is ${intent.status}, which does not allow that.`
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
  return new ApiError(400, { ...error, message, payment_intent: intent })
}
