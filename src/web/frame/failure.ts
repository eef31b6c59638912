import { data } from 'react-router'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'

/** One sentence for a call that failed: the shop's own, or that it can't be reached. Passes redirects on. */
export function failureOf(error: unknown): string {
  if (error instanceof Response) throw error
  return error instanceof Refusal ? error.message : 'The shop does not answer. Please try again.'
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
