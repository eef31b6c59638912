import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type CacheTag, cacheTags } from '#contract/endpoint.ts'

/** `isOwnEdit` is true for a change that this process has published unthrottled. */
type Listener = (tag: CacheTag, isOwnEdit: boolean) => void

export interface Notifications {
  /** Resolves once PostgreSQL has accepted the notification, or the failure is reported. */
  publish: (tag: CacheTag) => Promise<void>
  /** One notification per tag and 50 ms, at once and at the end. No CDN purge: orders would purge it all the time. */
  publishThrottled: (tag: CacheTag) => void
  subscribe: (listener: Listener) => void
  /** While false, changes of other processes are missed: nothing may be cached. */
  isConnected: () => boolean
}

export function createLocalNotifications(): Notifications {
  const { subscribe, notify } = createListeners()
  const publish = async (tag: CacheTag) => notify(tag, true)
  const publishThrottled = throttle(async tag => notify(tag, false))
  return { publish, publishThrottled, subscribe, isConnected: () => true }
}

const channel = 'ironmonger_changes'
export const listenerName = 'ironmonger notifications'
const reconnectDelayMs = 1_000
const queryTimeoutMs = 5_000
const probeIntervalMs = 2_000

/** Listens on its own connection, opened by the first subscriber and reopened when it breaks. */
export function openNotifications(url: string, pool: pg.Pool, onError: (error: unknown) => void) {
  const instanceId = crypto.randomUUID()
  const closing = new AbortController()
  const { subscribe, notify } = createListeners()
  let listening: Promise<void> | undefined
  let connected = false

  async function publish(tag: CacheTag, isEdit: boolean): Promise<void> {
    const published = send(tag)
    notify(tag, isEdit)
    await published
  }

  async function send(tag: CacheTag): Promise<void> {
    const values = [channel, `${instanceId} ${tag}`]
    const query = { text: 'select pg_notify($1, $2)', values, query_timeout: queryTimeoutMs }
    await pool.query(query).catch(onError)
  }

  function receive(message: string): void {
    const [sender, name] = message.split(' ')
    if (sender === instanceId) return
    const tag = cacheTags.find(cacheTag => cacheTag === name)
    if (tag) notify(tag, false)
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 5000,
        application_name: listenerName,
      })
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
        for (const tag of cacheTags) notify(tag, false)
        await Promise.race([ended, probeConnection(client, closing.signal)])
      } catch (error) {
        onError(error)
      }
      connected = false
      await client.end().catch(() => {})
      await pause(reconnectDelayMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    publish: (tag: CacheTag) => publish(tag, true),
    publishThrottled: throttle(tag => publish(tag, false)),
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

/** An idle connection does not notice a dead server. */
async function probeConnection(client: pg.Client, signal: AbortSignal): Promise<void> {
  const query = { text: 'select 1', query_timeout: queryTimeoutMs }
  while (!signal.aborted) {
    await client.query(query)
    await pause(probeIntervalMs, undefined, { signal }).catch(() => {})
  }
}

function createListeners() {
  const listeners = new Set<Listener>()
  return {
    subscribe: (listener: Listener) => void listeners.add(listener),
    notify(tag: CacheTag, isOwnEdit: boolean) {
      for (const listener of listeners) listener(tag, isOwnEdit)
    },
  }
}

const throttleMs = 50

function throttle(publish: (tag: CacheTag) => Promise<void>): (tag: CacheTag) => void {
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
