import { Refusal } from '#contract/refusal.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'

export class IdentityError extends Error {}

export function toSignInMessage(failure: unknown): string {
  if (failure instanceof IdentityError || failure instanceof Refusal) return failure.message
  return toErrorMessage(failure)
}
