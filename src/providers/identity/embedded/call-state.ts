import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthEffects } from '#providers/identity/port.ts'

export interface CallState extends AuthEffects {
  hasUsedUnverified: (email: string) => boolean
  /** Hash of the password that the call has compared, then set. */
  passwordHash?: string
  /** Whose session the call began. */
  userId?: string
}

/** State of the call to Better Auth that is under way: its hooks have no other way to pass something on. */
export const callState = new AsyncLocalStorage<CallState>()
