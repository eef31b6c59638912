import { createHmac } from 'node:crypto'
import type { OperationId } from '#contract/operations.ts'
import { createRefusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { countHit, deleteCounter, deleteEnded, refundHit } from '#shop/rate-limit-store.ts'
import { type AuthCall, callLimits, type LimitedCall } from './limits.ts'

interface Sender {
  ip: string | undefined
  email?: string
}

export interface Caller {
  accountId: string
  ip: string | undefined
  isAdmin: boolean
}

export const toCaller = (account: Account, ip: string | undefined): Caller => ({
  accountId: account.id,
  ip,
  isAdmin: account.role === 'admin',
})

export interface RateLimiter {
  consume: (call: LimitedCall, sender: Sender) => Promise<void>
  consumeForAccount: (call: OperationId, caller: Caller) => Promise<void>
  /** Takes one hit back, but for that of the IP address alone. */
  refund: (call: AuthCall, sender: Sender) => Promise<void>
  /** After a success: clears the sender's own counters. */
  reset: (call: AuthCall, sender: Sender) => Promise<void>
  /** Clears the sender's counters and that of the email from all addresses. */
  resetEmail: (call: AuthCall, sender: Sender) => Promise<void>
}

export const noRateLimits: RateLimiter = {
  consume: async () => {},
  consumeForAccount: async () => {},
  refund: async () => {},
  reset: async () => {},
  resetEmail: async () => {},
}

const cleanUpEveryMs = 10 * 60_000

/** Counts in the database, shared by all processes; IP addresses and emails are stored as HMACs. */
export function createRateLimiter(db: Db, secret: string, now: () => Date): RateLimiter {
  const toKey = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const countHitInProcess = createInMemoryCounter(now)
  let cleanedUpAt = now().getTime()

  function listCounters(call: LimitedCall, { ip = '', email = '' }: Sender) {
    const limits = callLimits[call] ?? {}
    const ofEmail = [
      [limits.emailAtIp, 'emailAtIp', ip, email],
      [limits.email, 'email', email],
    ] as const
    // The IP address first: a refusal there must not use up the tries of the email's owner elsewhere.
    const counters = [[limits.ip, 'ip', ip] as const, ...(email ? ofEmail : [])]
    return counters.flatMap(([limit, ...parts]) =>
      limit ? [{ key: toKey(call, ...parts), limit, isOfIp: parts[0] === 'ip' }] : [],
    )
  }

  async function cleanUp(): Promise<void> {
    if (now().getTime() - cleanedUpAt < cleanUpEveryMs) return
    cleanedUpAt = now().getTime()
    await deleteEnded(db, now())
  }

  return {
    async consume(call, sender) {
      const { ip = '' } = sender
      const { perMinuteInProcess } = callLimits[call] ?? {}
      if (perMinuteInProcess) assertAllowed(countHitInProcess(`${call} ${ip}`, perMinuteInProcess))
      for (const { key, limit } of listCounters(call, sender)) {
        assertAllowed(await countHit(db, { key, limit, now: now() }))
        await cleanUp()
      }
    },
    async consumeForAccount(call, { accountId, ip = '', isAdmin }) {
      const { account, customer, customersAtIp } = callLimits[call] ?? {}
      const counters = [
        [`${call} ${accountId}`, account],
        [`customer ${call} ${accountId}`, !isAdmin && customer],
        [toKey(call, 'customersAtIp', ip), !isAdmin && customersAtIp],
      ] as const
      for (const [key, limit] of counters) if (limit) assertAllowed(await countHit(db, { key, limit, now: now() }))
    },
    async refund(call, sender) {
      for (const { key, limit, isOfIp } of listCounters(call, sender)) if (!isOfIp) await refundHit(db, key, limit)
    },
    reset: (call, { ip = '', email = '' }) => deleteCounter(db, toKey(call, 'emailAtIp', ip, email)),
    async resetEmail(call, { ip = '', email = '' }) {
      await deleteCounter(db, toKey(call, 'emailAtIp', ip, email))
      await deleteCounter(db, toKey(call, 'email', email))
    },
  }
}

function assertAllowed(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw createRefusal('too_many_requests', [], { retryAfterSeconds })
}

/** The returned function counts a hit and returns the seconds to wait, 0 when allowed. */
function createInMemoryCounter(now: () => Date): (key: string, max: number) => number {
  const counts = new Map<string, number>()
  let currentMinute = 0
  return (key, max) => {
    const seconds = Math.floor(now().getTime() / 1000)
    const minute = Math.floor(seconds / 60)
    if (minute !== currentMinute) counts.clear()
    currentMinute = minute
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > max ? 60 - (seconds % 60) : 0
  }
}
