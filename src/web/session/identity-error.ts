import { Refusal } from '#contract/refusal.ts'

export class IdentityError extends Error {}

export function toSignInMessage(failure: unknown): string {
  if (failure instanceof IdentityError || failure instanceof Refusal) return failure.message
  return 'The sign-in service does not answer. Please try again.'
}
