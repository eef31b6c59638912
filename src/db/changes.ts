import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** What public pages are made of. */
const nouns = ['tools', 'reviews'] as const
export type Noun = (typeof nouns)[number]

/** News of what has changed, between all processes that serve one database. */
export interface Changes {
  /** Tells of a committed change; resolves when this process has dealt with it and the others are told. */
  tell: (noun: Noun) => Promise<void>
  /** The same for changes that come in heaps: tells of a heap at most every 50 ms. */
  tellSoon: (noun: Noun) => void
  hear: (listener: (noun: Noun) => void) => void
  /** Whether all news arrives; while it does not, nothing may be kept. */
  isHearing: () => boolean
}

/** For a database that one process has for itself. */
export function localChanges(): Changes {
  const { hear, heard } = listeners()
  const tell = async (noun: Noun) => heard(noun)
  return { tell, tellSoon: inHeaps(tell), hear, isHearing: () => true }
}

const channel = 'ironmonger_changes'

/**
 * Between processes by LISTEN and NOTIFY of PostgreSQL: heard on a connection of its own, which is opened by the first
 * listener and comes back when it breaks; told through `pool`. Failures are told to `failed`.
 */
export function sharedChanges(url: string, pool: pg.Pool, failed: (error: unknown) => void) {
  const self = crypto.randomUUID()
  const closing = new AbortController()
  const { hear, heard } = listeners()
  let listening: Promise<void> | undefined
  let hearing = false

  async function tell(noun: Noun): Promise<void> {
    heard(noun)
    await pool.query('select pg_notify($1, $2)', [channel, `${self} ${noun}`]).catch(failed)
  }

  function receive(message: string): void {
    const [sender, name] = message.split(' ')
    const noun = nouns.find(each => each === name)
    if (noun && sender !== self) heard(noun)
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
      const ended = new Promise<void>(resolve => {
        client
          .on('error', failed)
          .on('error', () => resolve())
          .on('end', resolve)
        closing.signal.addEventListener('abort', () => resolve())
      })
      client.on('notification', ({ payload = '' }) => receive(payload))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        hearing = true
        // What happened while nothing was heard.
        for (const noun of nouns) heard(noun)
        await ended
      } catch (error) {
        failed(error)
      }
      hearing = false
      await client.end().catch(() => {})
      await pause(1000, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    tell,
    tellSoon: inHeaps(tell),
    hear(listener: (noun: Noun) => void) {
      hear(listener)
      listening ??= listen()
    },
    isHearing: () => hearing,
    async close() {
      closing.abort()
      await listening
    },
  }
}

function listeners() {
  const all = new Set<(noun: Noun) => void>()
  return {
    hear: (listener: (noun: Noun) => void) => void all.add(listener),
    heard(noun: Noun) {
      for (const listener of all) listener(noun)
    },
  }
}

/** Tells at once, and of what follows within 50 ms together at their end. */
function inHeaps(tell: (noun: Noun) => Promise<void>): (noun: Noun) => void {
  const heaps = new Map<Noun, { more: boolean }>()
  return function tellSoon(noun) {
    const heap = heaps.get(noun)
    if (heap) {
      heap.more = true
      return
    }
    const opened = { more: false }
    heaps.set(noun, opened)
    void tell(noun)
    setTimeout(() => {
      heaps.delete(noun)
      if (opened.more) tellSoon(noun)
    }, 50).unref()
  }
}
