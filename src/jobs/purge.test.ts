import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { accountNotes, accounts, addresses } from '#db/tables/accounts.ts'
import { cartLines } from '#db/tables/carts.ts'
import { companies } from '#db/tables/companies.ts'
import { identitySessions, identityUsers, identityVerifications } from '#db/tables/identity.ts'
import { outbox } from '#db/tables/mails.ts'
import { jobs } from '#db/tables/operation.ts'
import { paymentEvents, sandboxReplies } from '#db/tables/payments.ts'
import { companyData } from '#test/companies.ts'
import { buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'
import { purgeExpired } from './purge.ts'

const shop = prepareShop()
const logged: string[] = []
const log = (_level: string, event: string) => logged.push(event)

test('one process deletes expired rows daily and verifications hourly, no others, and gives up old mails', async () => {
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
  const company = { ...companyData, about: '' }
  await db.insert(companies).values([
    { ...company, name: 'Long refused', refusedAt: new Date(Date.now() - 366 * 86_400_000) },
    { ...company, name: 'Refused', refusedAt: ninetyOneDaysAgo },
    { ...company, name: 'Applied', createdAt: new Date(Date.now() - 366 * 86_400_000) },
  ])
  await Promise.all([purgeExpired(shop.app.shop, log), purgeExpired(shop.app.shop, log)])
  const companyNames = (await db.select().from(companies)).map(({ name }) => name)
  assert.deepEqual(companyNames.toSorted(), ['Applied', 'Refused'])
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

test('an account that nobody has verified or used for 30 days is deleted, unless it has something that stays', async () => {
  const { db } = shop.app.shop
  const tool = await shop.getTool()
  const lines = [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }]
  const isOf = ({ email }: TestAccount) => eq(accounts.email, email)
  const setUser = (account: TestAccount, fields: Partial<typeof identityUsers.$inferInsert>) =>
    db.update(identityUsers).set(fields).where(eq(identityUsers.email, account.email))
  const age = (account: TestAccount, days: number) =>
    setUser(account, { updatedAt: new Date(Date.now() - days * 86_400_000 - 1000) })

  const unused = await shop.signUp()
  await unused.client.mergeCart({ body: { lines, mergeBy: 'larger' } })
  const place = { name: 'Ann', street: '1 Forge Lane', city: 'Kyoto', country: 'Japan' }
  await unused.client.addAddress({ body: { ...place, company: '', region: '', postalCode: '', phone: '' } })
  const kept = {
    verified: await shop.signUp(),
    ordered: await shop.signUp(),
    noted: await shop.signUp(),
    blocked: await shop.signUp(),
    newer: await shop.signUp(),
    signedIn: await shop.signUp(),
    signedInAgain: await shop.signUp(),
  }
  await kept.ordered.client.placeOrder(buildOrderInput(tool, kept.ordered))
  await db.update(accounts).set({ blockedAt: new Date() }).where(isOf(kept.blocked))
  const [{ id: accountId } = { id: '' }] = await db.select({ id: accounts.id }).from(accounts).where(isOf(kept.noted))
  await db
    .insert(accountNotes)
    .values({ id: crypto.randomUUID(), accountId, authorEmail: 'x', text: 'Rings on Mondays.' })
  await db.delete(identitySessions)
  for (const account of [unused, ...Object.values(kept)]) await age(account, 30)
  await setUser(kept.verified, { emailVerified: true })
  await age(kept.newer, 29)
  for (const account of [kept.signedIn, kept.signedInAgain]) await shop.logIn(account.email, 'secret-7')
  await age(kept.signedIn, 31)
  await db.execute(sql`delete from identity_sessions where user_id =
    (select id from identity_users where email = ${kept.signedInAgain.email})`)

  const all = [unused, ...Object.values(kept)].map(({ email }) => email)
  await db.update(jobs).set({ dueAt: new Date(0) })
  await purgeExpired(shop.app.shop, log)
  for (const table of [accounts, identityUsers]) {
    const rows = await db.select({ email: table.email }).from(table).where(inArray(table.email, all))
    assert.deepEqual(rows.map(({ email }) => email).toSorted(), all.slice(1).toSorted())
  }
  assert.deepEqual([await db.$count(addresses), await db.$count(cartLines)], [0, 0])
  assert.equal((await shop.logIn(kept.ordered.email, 'secret-7')).email, kept.ordered.email)
})

test('a table that cannot be purged does not stop the others', async () => {
  const { db } = shop.app.shop
  const aSecondAgo = new Date(Date.now() - 1000)
  await db.update(jobs).set({ dueAt: aSecondAgo })
  await db.insert(paymentEvents).values({ id: 'evt_locked', receivedAt: new Date(Date.now() - 91 * 86_400_000) })
  const timestamps = { createdAt: aSecondAgo, updatedAt: aSecondAgo, expiresAt: aSecondAgo }
  await db.insert(identitySessions).values({ id: 'expired', userId: 'u', token: 'expired', ...timestamps })
  await db.execute(
    sql`create function refuse_deletion() returns trigger language plpgsql as $$ begin raise 'locked'; end $$`,
  )
  await db.execute(
    sql`create trigger locked before delete on payment_events for each row execute function refuse_deletion()`,
  )
  logged.length = 0
  await purgeExpired(shop.app.shop, log)
  assert.deepEqual(logged, ['expired rows not deleted', 'expired rows deleted', 'expired rows deleted'])
  assert.equal(await db.$count(identitySessions, sql`id = 'expired'`), 0)
})
