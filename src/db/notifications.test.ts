import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { copyTemplateDatabase, environmentNames } from '#test/databases.ts'
import { type CacheTag, createLocalNotifications } from './notifications.ts'
import { openPostgres } from './postgres.ts'

const server = process.env[environmentNames.postgres]
const onPostgres = { skip: server ? false : 'needs PostgreSQL' }

/** Two processes' worth of connections to one database, and what the second hears. */
async function two(failed: (error: Error) => void = assert.fail) {
  const url = await copyTemplateDatabase(server ?? '')
  const here = await openPostgres(url, failed)
  const there = await openPostgres(url, failed)
  const heard: CacheTag[] = []
  there.notifications.subscribe(noun => heard.push(noun))
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise(setImmediate)
  }
  await until(there.notifications.isConnected)
  heard.length = 0
  return { here, there, heard, until, close: () => Promise.all([here.close(), there.close()]) }
}

test('of many changes close together, the first and the last are told', async () => {
  const heard: CacheTag[] = []
  const changes = createLocalNotifications()
  changes.subscribe(noun => heard.push(noun))
  for (let count = 0; count < 100; count += 1) changes.publishThrottled('tools')
  changes.publishThrottled('reviews')
  assert.deepEqual(heard, ['tools', 'reviews'])
  while (heard.length < 3) await new Promise(setImmediate)
  assert.deepEqual(heard, ['tools', 'reviews', 'tools'])
})

test('other processes hear of a change, and one’s own is heard once', onPostgres, async () => {
  const { here, heard, until, close } = await two()
  const own: CacheTag[] = []
  here.notifications.subscribe(noun => own.push(noun))
  await until(here.notifications.isConnected)
  own.length = 0
  await here.notifications.publish('reviews')
  await here.notifications.publish('tools')
  await until(() => heard.length === 2)
  assert.deepEqual(heard, ['reviews', 'tools'])
  assert.deepEqual(own, ['reviews', 'tools'])
  await close()
})

test('after a broken connection everything counts as changed', onPostgres, async () => {
  const { here, there, heard, until, close } = await two(() => {})
  await here.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen ironmonger_changes'`,
  )
  await until(() => !there.notifications.isConnected())
  assert.deepEqual(heard, [])
  await until(there.notifications.isConnected)
  assert.deepEqual(heard, ['tools', 'reviews'])
  await here.notifications.publish('tools')
  await until(() => heard.length === 3)
  await close()
})
