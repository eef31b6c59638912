import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthEffects } from '#providers/identity/port.ts'
import type { QueuedMail } from '#providers/mail/port.ts'

export interface CallState extends AuthEffects {
  /** Written once the call has ended: inside its transaction, a single connection would wait for itself. */
  mails: QueuedMail[]
  /** Hash of the password that the call has compared, then set. */
  passwordHash?: string
  /** Whose session the call began. */
  userId?: string
}

const states = new AsyncLocalStorage<CallState>()

/** Runs a call to Better Auth, whose hooks have no other way to pass something on. */
export const runWithState = <Result>(state: CallState, call: () => Result) => states.run(state, call)

/** State of the call to Better Auth that is under way. */
export function getCallState(): CallState {
  const state = states.getStore()
  if (!state) throw new Error('No call to Better Auth is under way.')
  return state
}
