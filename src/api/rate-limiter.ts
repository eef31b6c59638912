import { createHmac } from 'node:crypto'
import type { LimitClass } from '#contract/endpoint.ts'
import { createRefusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { countHit, deleteCounter, type Limit, refundHit } from '#shop/rate-limit-store.ts'

const minute = 60
const hour = 60 * minute

/** Sized for an office behind one IP address. Reads and searches are counted by each process for itself. */
export const limits = {
  /** An IP address makes so many. Each call of the shop's own API is a read or a search, whatever else it counts as. */
  read: { max: 3000, seconds: minute },
  /** An IP address makes so many. A page that searches makes three. */
  search: { max: 240, seconds: minute },
  /** An account makes so many. */
  write: { max: 1000, seconds: 10 * minute },
  /** An account makes so many files, payments and things that others see; an IP address so many calls that mail somebody. */
  heavy: { max: 300, seconds: hour },
  /** An IP address makes so many. */
  'sign-in': { max: 300, seconds: 15 * minute },
} as const satisfies Record<LimitClass, Limit>

/** How many wrong passwords and codes are looked at. */
export const guessLimits = {
  /** For an email, from one IP address. */
  loginAtAddress: { max: 10, seconds: 15 * minute },
  /** For an email, from anywhere. */
  login: { max: 100, seconds: hour },
  /** In the sessions of an account. */
  session: { max: 20, seconds: 6 * hour },
} as const satisfies Record<string, Limit>

/** For whom somebody guesses a password or a code: at a login, or in a session. */
export interface Guess {
  at: 'login' | 'session'
  email: string
  ip: string | undefined
}

/** Whatever counts refuses `too_many_requests`. */
export interface RateLimiter {
  /** The caller is the account or, before that is known, the IP address. What admins do counts as reads and searches only. */
  count: (limit: LimitClass, caller: { ip: string | undefined } | Account) => Promise<void>
  /** Counts a guess before it is looked at, so that guesses at the same time count, too. */
  countGuess: (guess: Guess) => Promise<void>
  /** Called after a right guess: neither it nor the wrong ones before it from that address count. */
  forgetGuesses: (guess: Guess) => Promise<void>
  /** Called when a guess was not looked at. */
  refundGuess: (guess: Guess) => Promise<void>
  /** The email's owner has followed a mailed link: guesses that were made so far count no more. */
  forgetAllGuesses: (email: string, ip: string | undefined) => Promise<void>
}

export const noRateLimits: RateLimiter = {
  count: async () => {},
  countGuess: async () => {},
  forgetGuesses: async () => {},
  refundGuess: async () => {},
  forgetAllGuesses: async () => {},
}

/** Counts in the database, for all processes. IP addresses and emails are stored as HMACs. */
export function createRateLimiter(db: Db, secret: string, now: () => Date): RateLimiter {
  const toKey = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const countInMemory = createMemoryCounter(now)

  function listCounters({ at, email, ip = '' }: Guess) {
    if (at === 'session') return [{ key: toKey('session', email), limit: guessLimits.session }]
    return [
      // First: what is refused there uses up no try of the email's owner elsewhere.
      { key: toKey('login', email, ip), limit: guessLimits.loginAtAddress },
      { key: toKey('login', email), limit: guessLimits.login },
    ]
  }

  async function count(key: string, limit: Limit): Promise<void> {
    assertAllowed(await countHit(db, { key, limit, now: now() }))
  }

  async function refundGuess(guess: Guess): Promise<void> {
    for (const { key, limit } of listCounters(guess)) await refundHit(db, key, limit)
  }

  return {
    async count(limit, caller) {
      if ('ip' in caller) {
        const { ip = '' } = caller
        if (limit === 'read' || limit === 'search') assertAllowed(countInMemory(`${limit} ${ip}`, limits[limit].max))
        else await count(toKey(limit, ip), limits[limit])
      } else if (caller.role !== 'admin') await count(`${limit} ${caller.id}`, limits[limit])
    },
    async countGuess(guess) {
      for (const { key, limit } of listCounters(guess)) await count(key, limit)
    },
    async forgetGuesses(guess) {
      await refundGuess(guess)
      if (guess.at === 'login') await deleteCounter(db, toKey('login', guess.email, guess.ip ?? ''))
    },
    refundGuess,
    async forgetAllGuesses(email, ip) {
      for (const at of ['login', 'session'] as const)
        for (const { key } of listCounters({ at, email, ip })) await deleteCounter(db, key)
    },
  }
}

function assertAllowed(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw createRefusal('too_many_requests', [], { retryAfterSeconds })
}

/** The returned function counts a call, of at most `max` in a minute, and returns the seconds to wait: 0 when it is allowed. */
function createMemoryCounter(now: () => Date): (key: string, max: number) => number {
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
