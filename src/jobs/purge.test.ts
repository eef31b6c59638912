import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { identitySessions, identityUsers, identityVerifications } from '#db/tables/identity.ts'
import { outbox } from '#db/tables/mails.ts'
import { jobs } from '#db/tables/operation.ts'
import { paymentEvents, sandboxReplies } from '#db/tables/payments.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'
import { purgeExpired } from './purge.ts'

let shop: TestShop
const logged: string[] = []
const log = (_level: string, event: string) => logged.push(event)
before(async () => {
  shop = await openShop()
})
after(() => shop.app.close())

test('once a day, verifications once an hour, in one process, expired rows are deleted, and no others; old mails are given up', async () => {
  const { db } = shop.app.shop
  const [ninetyOneDaysAgo, aSecondAgo] = [new Date(Date.now() - 91 * 86_400_000), new Date(Date.now() - 1000)]
  const soon = new Date(Date.now() + 60_000)
  const timestamps = { createdAt: ninetyOneDaysAgo, updatedAt: ninetyOneDaysAgo }
  await db.delete(outbox)
  await db.delete(identitySessions)
  await db
    .insert(identityUsers)
    .values({ id: 'u', name: 'U', email: 'u@example.com', emailVerified: true, ...timestamps })
  const events = Array.from({ length: 1001 }, (_, index) => ({ id: `evt_${index}`, receivedAt: ninetyOneDaysAgo }))
  await db.insert(paymentEvents).values([...events, { id: 'evt_new' }])
  const reply = { request: '', status: 200, body: {} }
  await db.insert(sandboxReplies).values([
    { ...reply, idempotencyKey: 'old', createdAt: ninetyOneDaysAgo },
    { ...reply, idempotencyKey: 'new' },
  ])
  const mail = { kind: 'reset_password', createdAt: ninetyOneDaysAgo } as const
  await db.insert(outbox).values([
    { ...mail, data: { name: 'long sent' }, sentAt: ninetyOneDaysAgo },
    { ...mail, data: { name: 'sent' }, sentAt: aSecondAgo },
    { ...mail, data: { name: 'never sent' } },
    { ...mail, data: { name: 'given up' }, createdAt: new Date(Date.now() - 4 * 86_400_000) },
  ])
  for (const [id, expiresAt] of [
    ['over', aSecondAgo],
    ['good', soon],
  ] as const) {
    await db.insert(identitySessions).values({ id, userId: 'u', token: id, expiresAt, ...timestamps })
    await db.insert(identityVerifications).values({ id, identifier: id, value: id, expiresAt, ...timestamps })
  }
  await Promise.all([purgeExpired(shop.app.shop, log), purgeExpired(shop.app.shop, log)])
  assert.deepEqual(await db.select({ id: paymentEvents.id }).from(paymentEvents), [{ id: 'evt_new' }])
  const replies = await db.select().from(sandboxReplies)
  assert.deepEqual(
    replies.map(each => each.idempotencyKey),
    ['new'],
  )
  const mails = await db.select().from(outbox)
  assert.deepEqual(mails.map(({ data }) => data.name).toSorted(), ['given up', 'sent'])
  assert.deepEqual(mails.find(({ data }) => data.name === 'given up')?.dueAt, null)
  assert.deepEqual(
    (await db.select().from(identitySessions)).map(({ id }) => id),
    ['good'],
  )
  assert.deepEqual(
    (await db.select().from(identityVerifications)).map(({ id }) => id),
    ['good'],
  )
  assert.equal(logged.length, 2)

  await db.insert(paymentEvents).values({ id: 'evt_old', receivedAt: ninetyOneDaysAgo })
  await purgeExpired(shop.app.shop, log)
  assert.equal(await db.$count(paymentEvents), 2)
  await db.update(jobs).set({ dueAt: aSecondAgo })
  await purgeExpired(shop.app.shop, log)
  assert.equal(await db.$count(paymentEvents), 1)
  const due = await db
    .select({ name: jobs.name, minutes: sql<number>`extract(epoch from due_at - now()) / 60` })
    .from(jobs)
  const minutes = Object.fromEntries(due.map(job => [job.name, Math.round(job.minutes)]))
  assert.deepEqual([minutes.purge, minutes['purge rows of strangers'], minutes['give up mails']], [1440, 60, 60])
})
