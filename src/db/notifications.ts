import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type CacheTag, cacheTags } from '#contract/endpoint.ts'

type Listener = (tag: CacheTag) => void

/** Tells all processes that data of a tag has changed, so that they drop cached responses. */
export interface Notifications {
  /** Resolves once PostgreSQL has accepted it for the other processes, or the failure is reported. */
  publish: (tag: CacheTag) => Promise<void>
  /** At most one notification per tag and 50 ms: immediately, and at the end for changes in between. */
  publishThrottled: (tag: CacheTag) => void
  subscribe: (listener: Listener) => void
  /** While false, changes made by other processes do not arrive: nothing may be cached. */
  isConnected: () => boolean
}

export function createLocalNotifications(): Notifications {
  const { subscribe, notify } = createListeners()
  const publish = async (tag: CacheTag) => notify(tag)
  return { publish, publishThrottled: throttle(publish), subscribe, isConnected: () => true }
}

const channel = 'ironmonger_changes'
const reconnectDelayMs = 1_000

/** Listens on a connection of its own, opened by the first subscriber and reopened when it breaks. */
export function openNotifications(url: string, pool: pg.Pool, onError: (error: unknown) => void) {
  const instanceId = crypto.randomUUID()
  const closing = new AbortController()
  const { subscribe, notify } = createListeners()
  let listening: Promise<void> | undefined
  let connected = false

  async function publish(tag: CacheTag): Promise<void> {
    notify(tag)
    await pool.query('select pg_notify($1, $2)', [channel, `${instanceId} ${tag}`]).catch(onError)
  }

  function receive(message: string): void {
    const [sender, name] = message.split(' ')
    const tag = cacheTags.find(cacheTag => cacheTag === name)
    if (tag && sender !== instanceId) notify(tag)
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
        // Changes may have been missed while disconnected.
        for (const tag of cacheTags) notify(tag)
        await ended
      } catch (error) {
        onError(error)
      }
      connected = false
      await client.end().catch(() => {})
      await pause(reconnectDelayMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    publish,
    publishThrottled: throttle(publish),
    subscribe(listener: Listener) {
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
  const listeners = new Set<Listener>()
  return {
    subscribe: (listener: Listener) => void listeners.add(listener),
    notify(tag: CacheTag) {
      for (const listener of listeners) listener(tag)
    },
  }
}

const throttleMs = 50

function throttle(publish: (tag: CacheTag) => Promise<void>): Listener {
  const windows = new Map<CacheTag, { changed: boolean }>()
  return function publishThrottled(tag) {
    const openWindow = windows.get(tag)
    if (openWindow) {
      openWindow.changed = true
      return
    }
    const newWindow = { changed: false }
    windows.set(tag, newWindow)
    void publish(tag)
    setTimeout(() => {
      windows.delete(tag)
      if (newWindow.changed) publishThrottled(tag)
    }, throttleMs).unref()
  }
}
