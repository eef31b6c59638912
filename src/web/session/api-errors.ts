import { data } from 'react-router'
import { Refusal } from '#contract/refusal.ts'

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

/** As `toErrorMessage`, with what somebody else made of a field: for forms that have no place for that beside the field. */
export function toConflictMessage(error: unknown): string {
  const conflict = error instanceof Refusal && error.errors.find(({ present }) => present !== undefined)
  return conflict ? conflict.message : toErrorMessage(error)
}

/** What pages say of an id that is not there. */
export const missingSentences = {
  tool: 'That tool is no longer in the catalogue.',
  order: 'There is no such order.',
  account: 'There is no such account.',
  list: 'There is no such list.',
  import: 'There is no such import.',
  page: 'There is no such page.',
} as const

/** Turns a refusal of the id in the URL into a 404 page. */
export async function getOrNotFound<Reply>(call: Promise<Reply>, kind: keyof typeof missingSentences): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal && [400, 403, 404].includes(error.status))
      throw data(missingSentences[kind], { status: 404 })
    throw error
  }
}
