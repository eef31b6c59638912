import { createHmac } from 'node:crypto'
import type { OperationId } from '#contract/operations.ts'
import type { Shop } from '#shop/shop.ts'
import { type IdentityCall, limits } from './limits.ts'
import { clearUses, countUse, forgetUses, letIn, type Use } from './rate-limit-store.ts'

/** Where somebody asks from, and with which email. */
interface Asker {
  address: string | undefined
  email?: string
}

/** Keeps the table of `contract/limits.ts`. */
export interface Limiter {
  /** Counts a use by address and email; refuses `too_many_requests`. */
  admit: (name: OperationId | IdentityCall, asker: Asker) => Promise<void>
  /** Forgets the uses of that email from that address. */
  forgive: (name: IdentityCall, asker: Asker) => Promise<void>
  /** The use of an account, for whoever looks the account up to count it; undefined where accounts are not limited. */
  accountUse: (name: OperationId, accountId: string) => Use | undefined
}

export const unlimited: Limiter = { admit: async () => {}, forgive: async () => {}, accountUse: () => undefined }

const tidyEvery = 10 * 60_000

/** Counts in the shop's database, for all its processes; `secret` makes addresses and emails unreadable there. */
export function createLimiter(shop: Shop, secret: string, now: () => Date): Limiter {
  const keyOf = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const countHere = countInProcess(now)
  let tidied = now().getTime()
  const tidy = async () => {
    if (now().getTime() - tidied < tidyEvery) return
    tidied = now().getTime()
    await clearUses(shop, now())
  }
  return {
    async admit(name, { address, email = '' }) {
      const { process, ...shared } = limits[name] ?? {}
      const from = address ?? ''
      if (process) letIn(countHere(`${name} ${from}`, process))
      // In this order: whoever is refused at his own address does not use up the tries of an email's owner elsewhere.
      const counts = [
        [shared.address, 'address', from],
        [shared.emailAtAddress, 'emailAtAddress', from, email],
        [shared.email, 'email', email],
      ] as const
      for (const [limit, ...parts] of counts) {
        if (!limit) continue
        await countUse(shop, { key: keyOf(name, ...parts), limit, now: now() })
        await tidy()
      }
    },
    forgive: (name, { address = '', email = '' }) => forgetUses(shop, keyOf(name, 'emailAtAddress', address, email)),
    accountUse(name, accountId) {
      const limit = limits[name]?.account
      return limit && { key: `${name} ${accountId}`, limit, now: now() }
    },
  }
}

/** Counts in memory, by the minute; tells the seconds to wait. */
function countInProcess(now: () => Date): (key: string, most: number) => number {
  const counts = new Map<string, number>()
  let minute = 0
  return (key, most) => {
    const seconds = Math.floor(now().getTime() / 1000)
    if (Math.floor(seconds / 60) !== minute) counts.clear()
    minute = Math.floor(seconds / 60)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > most ? 60 - (seconds % 60) : 0
  }
}
