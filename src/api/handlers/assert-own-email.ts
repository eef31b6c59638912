import { refuse } from '#contract/refusals.ts'
import type { Account } from '#shop/accounts/accounts.ts'

/** Refuses `not_yours`. */
export function assertOwnEmail(actor: Account, email: string | undefined): void {
  if (email !== undefined && email !== actor.email) refuse('not_yours')
}
