import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueuedMail } from '#providers/mail/port.ts'
import type { HandledCall } from './port.ts'

/** State that the hooks of one call of Better Auth share with each other and `Identity.handle`. */
export interface CallRecord extends Omit<HandledCall, 'response'> {
  /** Enqueued after the call: inside its transaction, PGlite's only connection would wait for itself. */
  mails: QueuedMail[]
  /** Version of the credentials before a password is compared. The database refuses a session of another one. */
  credentialsVersion?: number | undefined
}

export const callRecord = new AsyncLocalStorage<CallRecord>()

/** The mail is sent only if the current call returns a response. */
export function sendMail(mail: QueuedMail): void {
  callRecord.getStore()?.mails.push(mail)
}
