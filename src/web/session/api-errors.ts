import { data } from 'react-router'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'

/** Shown in forms, which keep what was typed. */
export const sessionEndedMessage = 'Your session has ended. Log in in another tab, then submit again here.'

/** A call that was answered, but did nothing. */
class NotDoneError extends Error {}

export function assertDone(done: boolean, sentence: string): void {
  if (!done) throw new NotDoneError(sentence)
}

/** One sentence for a failed call. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof NotDoneError) return error.message
  if (!(error instanceof Refusal)) return 'The shop does not answer. Please try again.'
  return error.status === 401 ? sessionEndedMessage : error.message
}

/** The messages of invalid fields, by the fields' names in the API. */
export function toFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal)) return {}
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
}

/** Turns a refusal of the id in the URL into a 404 page with that code's sentence. */
export async function getOrNotFound<Reply>(call: Promise<Reply>, code: RefusalCode): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal && [400, 403, 404].includes(error.status))
      throw data(new Refusal(code).message, { status: 404 })
    throw error
  }
}
