import { data } from 'react-router'
import { NoReplyError, Refusal } from '#contract/refusal.ts'
import { isMissingChunk } from '#web/chunk-errors/missing-chunks.ts'

export const sessionEndedMessage = 'Your session has ended. Log in in another tab, then submit again here.'

/** A call that was not sent or had no effect, such as a second cancellation. The message is for the user. */
export class NotDoneError extends Error {}

export function assertDone(done: boolean, sentence: string): void {
  if (!done) throw new NotDoneError(sentence)
}

export function toErrorMessage(error: unknown): string {
  if (error instanceof NotDoneError || error instanceof NoReplyError) return error.message
  if (isMissingChunk(error)) return 'Part of this page did not arrive. Please try again.'
  if (!(error instanceof Refusal)) return 'Something on this page failed. Load it again.'
  if (error.kind === 'done') return [...error.errors.map(({ message }) => message), error.message].join(' ')
  return error.status === 401 ? sessionEndedMessage : error.message
}

export function toFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal)) return {}
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
}

/** Prefers the message of a field that somebody else changed, for forms that cannot show it beside the field. */
export function toConflictMessage(error: unknown): string {
  const conflict = error instanceof Refusal && error.errors.find(({ present }) => present !== undefined)
  return conflict ? conflict.message : toErrorMessage(error)
}

export const missingSentences = {
  tool: 'That tool is no longer in the catalogue.',
  order: 'There is no such order.',
  account: 'There is no such account.',
  list: 'There is no such list.',
  import: 'There is no such import.',
  page: 'There is no such page.',
  company: 'There is no such company.',
} as const

export const isMissingSentence = (data: unknown): data is string =>
  Object.values<unknown>(missingSentences).includes(data)

export async function getOrNotFound<Reply>(call: Promise<Reply>, kind: keyof typeof missingSentences): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal && [400, 403, 404].includes(error.status))
      throw data(missingSentences[kind], { status: 404 })
    throw error
  }
}
