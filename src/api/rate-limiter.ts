import { createHmac } from 'node:crypto'
import type { LimitClass } from '#contract/endpoint.ts'
import { createRefusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { countHit, deleteCounter, type Limit, uncountHit } from '#shop/rate-limit-store.ts'

const minute = 60
const hour = 60 * minute

/** Sized for an office behind one IP address. Reads and searches are counted per process, others in the database. */
export const limits = {
  /** Per IP address. Every call of the contract counts as a read or as a search, whatever else it counts as. */
  read: { max: 3000, seconds: minute },
  /** Per IP address. A page that searches makes three. */
  search: { max: 240, seconds: minute },
  /** Per account. */
  write: { max: 1000, seconds: 10 * minute },
  /** Files, payments and published content per account; calls that send mail per IP address. */
  heavy: { max: 300, seconds: hour },
  /** Per IP address. */
  'sign-in': { max: 300, seconds: 15 * minute },
} as const satisfies Record<LimitClass, Limit>

export const guessLimits = {
  /** Per email and IP address. */
  loginAtAddress: { max: 10, seconds: 15 * minute },
  /** Per email, from all IP addresses. */
  login: { max: 100, seconds: hour },
  /** Per account, over all its sessions. */
  session: { max: 20, seconds: 6 * hour },
} as const satisfies Record<string, Limit>

export interface Guess {
  at: 'login' | 'session'
  email: string
  ip: string | undefined
}

/** Methods that count refuse `too_many_requests`. */
export interface RateLimiter {
  /** The caller is an account or, before it is known, an IP address. Admins are counted for reads and searches only. */
  count: (limit: LimitClass, caller: { ip: string | undefined } | Account) => Promise<void>
  /** Counts a guess before it is compared, so that concurrent guesses count too. */
  countGuess: (guess: Guess) => Promise<void>
  /** Called after a right guess: drops the guess, and at a login the wrong ones before it from the same IP address. */
  clearGuesses: (guess: Guess) => Promise<void>
  uncountGuess: (guess: Guess) => Promise<void>
  forgetAllGuesses: (email: string, ip: string | undefined) => Promise<void>
}

export const noRateLimits: RateLimiter = {
  count: async () => {},
  countGuess: async () => {},
  clearGuesses: async () => {},
  uncountGuess: async () => {},
  forgetAllGuesses: async () => {},
}

/** IP addresses and emails are stored as HMACs. */
export function createRateLimiter(db: Db, secret: string, now: () => Date): RateLimiter {
  const toKey = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const countInMemory = createMinuteCounter(now)

  function listCounters({ at, email, ip = '' }: Guess) {
    if (at === 'session') return [{ key: toKey('session', email), limit: guessLimits.session }]
    return [
      // This counter comes first: a guess refused here uses up no try of the email's owner elsewhere.
      { key: toKey('login', email, ip), limit: guessLimits.loginAtAddress },
      { key: toKey('login', email), limit: guessLimits.login },
    ]
  }

  async function count(key: string, limit: Limit): Promise<void> {
    assertAllowed(await countHit(db, { key, limit, now: now() }))
  }

  async function uncountGuess(guess: Guess): Promise<void> {
    for (const counter of listCounters(guess)) await uncountHit(db, counter)
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
    async clearGuesses(guess) {
      await uncountGuess(guess)
      if (guess.at === 'login') await deleteCounter(db, toKey('login', guess.email, guess.ip ?? ''))
    },
    uncountGuess,
    async forgetAllGuesses(email, ip) {
      for (const at of ['login', 'session'] as const)
        for (const { key } of listCounters({ at, email, ip })) await deleteCounter(db, key)
    },
  }
}

function assertAllowed(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw createRefusal('too_many_requests', [], { retryAfterSeconds })
}

function createMinuteCounter(now: () => Date): (key: string, max: number) => number {
  const counts = new Map<string, number>()
  let currentMinute = 0
  return (key, max) => {
    const seconds = Math.floor(now().getTime() / 1000)
    const minuteNow = Math.floor(seconds / minute)
    if (minuteNow !== currentMinute) counts.clear()
    currentMinute = minuteNow
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > max ? minute - (seconds % minute) : 0
  }
}
