import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { type CacheTag, cacheTags } from '#contract/endpoint.ts'
import { copyTemplateDatabase, environmentNames } from '#test/databases.ts'
import { waitUntil } from '#test/wait-until.ts'
import { createLocalNotifications } from './notifications.ts'
import { openPostgres } from './postgres.ts'

const server = process.env[environmentNames.postgres]
const onPostgres = { skip: server ? false : 'needs PostgreSQL' }

async function openTwoConnections(onError: (error: Error) => void = assert.fail) {
  const url = await copyTemplateDatabase(server ?? '')
  const first = await openPostgres(url, onError)
  const second = await openPostgres(url, onError)
  const received: CacheTag[] = []
  second.notifications.subscribe(tag => received.push(tag))
  await waitUntil(second.notifications.isConnected, 'the second connection listens')
  received.length = 0
  return { first, second, received, close: () => Promise.all([first.close(), second.close()]) }
}

test('of many changes close together, the first and the last are published', async () => {
  const received: CacheTag[] = []
  const notifications = createLocalNotifications()
  notifications.subscribe(tag => received.push(tag))
  for (let count = 0; count < 100; count += 1) notifications.publishThrottled('tools')
  notifications.publishThrottled('reviews')
  assert.deepEqual(received, ['tools', 'reviews'])
  await waitUntil(() => received.length === 3, 'the last change is published')
  assert.deepEqual(received, ['tools', 'reviews', 'tools'])
})

test('a change arrives in other processes, and once in its own', onPostgres, async () => {
  const { first, received, close } = await openTwoConnections()
  const own: CacheTag[] = []
  first.notifications.subscribe(tag => own.push(tag))
  await waitUntil(first.notifications.isConnected, 'the first connection listens')
  own.length = 0
  await first.notifications.publish('reviews')
  await first.notifications.publish('tools')
  await waitUntil(() => received.length === 2, 'both changes arrive')
  assert.deepEqual(received, ['reviews', 'tools'])
  assert.deepEqual(own, ['reviews', 'tools'])
  await close()
})

test('after a broken connection everything counts as changed', onPostgres, async () => {
  const { first, second, received, close } = await openTwoConnections(() => {})
  await first.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ironmonger notifications'`,
  )
  await waitUntil(() => !second.notifications.isConnected(), 'the second connection is broken')
  assert.deepEqual(received, [])
  await waitUntil(second.notifications.isConnected, 'the second connection listens again')
  assert.deepEqual(received.splice(0), cacheTags)
  await first.notifications.publish('tools')
  await waitUntil(() => received.length > 0, 'the change arrives')
  assert.deepEqual(received, ['tools'])
  await close()
})
