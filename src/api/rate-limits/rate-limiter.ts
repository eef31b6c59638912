import { createHmac } from 'node:crypto'
import type { OperationId } from '#contract/operations.ts'
import type { Db } from '#db/database.ts'
import { type AuthCall, callLimits } from './limits.ts'
import { assertAllowed, countHit, deleteCounter, deleteEnded } from './rate-limit-store.ts'

interface Sender {
  ip: string | undefined
  email?: string
}

export interface RateLimiter {
  consume: (call: OperationId | AuthCall, sender: Sender) => Promise<void>
  consumeForAccount: (call: OperationId, accountId: string) => Promise<void>
  reset: (call: AuthCall, sender: Sender) => Promise<void>
}

export const noRateLimits: RateLimiter = {
  consume: async () => {},
  consumeForAccount: async () => {},
  reset: async () => {},
}

const cleanUpEveryMs = 10 * 60_000

/** Counts in the database, shared by all processes; IP addresses and emails are stored as HMACs. */
export function createRateLimiter(db: Db, secret: string, now: () => Date): RateLimiter {
  const toKey = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const countHitInProcess = createInMemoryCounter(now)
  let cleanedUpAt = now().getTime()

  async function cleanUp(): Promise<void> {
    if (now().getTime() - cleanedUpAt < cleanUpEveryMs) return
    cleanedUpAt = now().getTime()
    await deleteEnded(db, now())
  }

  return {
    async consume(call, { ip = '', email = '' }) {
      const { perMinuteInProcess, ...shared } = callLimits[call] ?? {}
      if (perMinuteInProcess) assertAllowed(countHitInProcess(`${call} ${ip}`, perMinuteInProcess))
      // The IP address first: a refusal there must not use up the tries of the email's owner elsewhere.
      const counters = [
        [shared.ip, 'ip', ip],
        [shared.emailAtIp, 'emailAtIp', ip, email],
        [shared.email, 'email', email],
      ] as const
      for (const [limit, ...parts] of counters) {
        if (!limit) continue
        await countHit(db, { key: toKey(call, ...parts), limit, now: now() })
        await cleanUp()
      }
    },
    async consumeForAccount(call, accountId) {
      const limit = callLimits[call]?.account
      if (limit) await countHit(db, { key: `${call} ${accountId}`, limit, now: now() })
    },
    reset: (call, { ip = '', email = '' }) => deleteCounter(db, toKey(call, 'emailAtIp', ip, email)),
  }
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
