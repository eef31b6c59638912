import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthEffects } from '#providers/identity/port.ts'

export interface CallState extends AuthEffects {
  /** Of the password that the call has compared, then set. */
  passwordHash?: string
  /** Of the session that began by it. */
  userId?: string
}

/** Of the call to Better Auth that is under way: its hooks have no other way to pass something on. */
export const callState = new AsyncLocalStorage<CallState>()
