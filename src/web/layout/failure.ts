import { data } from 'react-router'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'

/** One sentence for a call that failed: the shop's own, or that it can't be reached. Passes redirects on. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof Response) throw error
  if (!(error instanceof Refusal)) return 'The shop does not answer. Please try again.'
  return error.status === 401 ? sessionEnded : error.message
}

/** For forms, which keep what was typed. */
export const sessionEnded = 'Your session has ended. Log in in another tab, then submit again here.'

/** The shop's sentences for the fields that it found at fault, by their names on the wire. */
export function toFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal)) return {}
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
}

/** What the call answers; where it refuses the address itself, a not-found page with that refusal's sentence. */
export async function orNotFound<Answer>(call: Promise<Answer>, code: RefusalCode): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal && [400, 403, 404].includes(error.status))
      throw data(new Refusal(code).message, { status: 404 })
    throw error
  }
}
