import { Refusal } from '#contract/refusal.ts'
import { toErrorMessage } from './api-errors.ts'

export class IdentityError extends Error {}

export const needsCookies =
  'Logging in needs cookies, and this browser keeps none for this shop. Allow them, then log in again.'

export function toSignInMessage(failure: unknown): string {
  if (failure instanceof IdentityError || failure instanceof Refusal) return failure.message
  return toErrorMessage(failure)
}
