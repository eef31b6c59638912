import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** What public pages are made of. */
const cacheTags = ['tools', 'reviews'] as const
export type CacheTag = (typeof cacheTags)[number]

/** News of what has changed, between all processes that serve one database. */
export interface Notifications {
  /** Tells of a committed change; resolves when this process has dealt with it and the others are told. */
  publish: (tag: CacheTag) => Promise<void>
  /** The same for changes that come in pending: tells of a entry at most every 50 ms. */
  publishThrottled: (tag: CacheTag) => void
  subscribe: (listener: (tag: CacheTag) => void) => void
  /** Whether all news arrives; while it does not, nothing may be kept. */
  isConnected: () => boolean
}

/** For a database that one process has for itself. */
export function createLocalNotifications(): Notifications {
  const { subscribe, notify } = createListeners()
  const publish = async (tag: CacheTag) => notify(tag)
  return { publish: publish, publishThrottled: throttle(publish), subscribe: subscribe, isConnected: () => true }
}

const channel = 'ironmonger_changes'

/**
 * Between processes by LISTEN and NOTIFY of PostgreSQL: notify on a connection of its own, which is opened by the first
 * listener and comes back when it breaks; told through `pool`. Failures are told to `onError`.
 */
export function openNotifications(url: string, pool: pg.Pool, onError: (error: unknown) => void) {
  const self = crypto.randomUUID()
  const closing = new AbortController()
  const { subscribe, notify } = createListeners()
  let listening: Promise<void> | undefined
  let connected = false

  async function publish(tag: CacheTag): Promise<void> {
    notify(tag)
    await pool.query('select pg_notify($1, $2)', [channel, `${self} ${tag}`]).catch(onError)
  }

  function receive(message: string): void {
    const [sender, name] = message.split(' ')
    const tag = cacheTags.find(each => each === name)
    if (tag && sender !== self) notify(tag)
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
      const ended = new Promise<void>(resolve => {
        client
          .on('error', onError)
          .on('error', () => resolve())
          .on('end', resolve)
        closing.signal.addEventListener('abort', () => resolve())
      })
      client.on('notification', ({ payload = '' }) => receive(payload))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        connected = true
        // What happened while nothing was notify.
        for (const tag of cacheTags) notify(tag)
        await ended
      } catch (error) {
        onError(error)
      }
      connected = false
      await client.end().catch(() => {})
      await pause(1000, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    publish,
    publishThrottled: throttle(publish),
    subscribe(listener: (tag: CacheTag) => void) {
      subscribe(listener)
      listening ??= listen()
    },
    isConnected: () => connected,
    async close() {
      closing.abort()
      await listening
    },
  }
}

function createListeners() {
  const all = new Set<(tag: CacheTag) => void>()
  return {
    subscribe: (listener: (tag: CacheTag) => void) => void all.add(listener),
    notify(tag: CacheTag) {
      for (const listener of all) listener(tag)
    },
  }
}

/** Tells at once, and of what follows within 50 ms together at their end. */
function throttle(publish: (tag: CacheTag) => Promise<void>): (tag: CacheTag) => void {
  const pending = new Map<CacheTag, { more: boolean }>()
  return function publishThrottled(tag) {
    const entry = pending.get(tag)
    if (entry) {
      entry.more = true
      return
    }
    const opened = { more: false }
    pending.set(tag, opened)
    void publish(tag)
    setTimeout(() => {
      pending.delete(tag)
      if (opened.more) publishThrottled(tag)
    }, 50).unref()
  }
}
