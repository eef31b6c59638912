import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import type { Database } from '#db/database.ts'
import { type MailData, outbox } from '#db/tables/mails.ts'
import type { MailTransport } from '#providers/mail/port.ts'
import { createSmtpTransport, smtpTimeouts } from '#providers/mail/smtp.ts'
import { openTestDatabase } from '#test/databases.ts'
import { buildOrderInput, openShop } from '#test/open-shop.ts'
import { readEvent } from '#test/orders.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { giveUpMails, startMailDelivery } from './deliver-mail.ts'

let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const mail = { to: 'buyer@example.com', name: 'Zoë' }
const current = {
  storeName: 'Café Tools',
  timeZone: 'UTC',
  currency: 'USD' as const,
  sellerBank: '',
  accentColor: '#f5a60b',
}
const settings = { current, pictures: {} }
const quick = { everyMs: 5, retryAfterSeconds: 0, log: () => {} }

const startDelivery = (options: Partial<Parameters<typeof startMailDelivery>[1]> & { transport: MailTransport }) =>
  startMailDelivery(
    {
      db: database.db,
      settings,
      origin: '',
      incrementCounter: () => {},
    },
    { ...quick, ...options },
  )

async function fillOutbox(mails: readonly MailData[]): Promise<void> {
  await database.db.delete(outbox)
  for (const data of mails) await database.db.insert(outbox).values({ kind: 'reset_password', data })
}

async function deliver(transport: MailTransport, mails: readonly MailData[], isDone = () => false) {
  await fillOutbox(mails)
  const delivery = startDelivery({ transport })
  const isEmpty = async () => (await database.db.select().from(outbox)).every(({ dueAt }) => !dueAt)
  await waitUntil(async () => isDone() || (await isEmpty()), 'all mails are sent')
  await delivery.stop()
  return database.db.select().from(outbox).orderBy(outbox.id)
}

test('a mail is sent once, by however many processes', async () => {
  const { db } = database
  const sent: string[] = []
  const all = Promise.withResolvers<void>()
  const transport = {
    async deliver(_: string, { to }: { to: string }) {
      if (sent.push(to) === 20) all.resolve()
    },
    close() {},
  }
  const mails = Array.from({ length: 20 }, (_, index) => ({ ...mail, to: `buyer${index}@example.com` }))
  await fillOutbox(mails)
  const processes = [1, 2, 3, 4].map(() => startDelivery({ transport, retryAfterSeconds: 60 }))
  await withDeadline(all.promise, 'all mails are sent')
  await Promise.all(processes.map(process => process.stop()))
  assert.deepEqual(sent.toSorted(), mails.map(each => each.to).toSorted())
  assert.ok((await db.select().from(outbox)).every(mail => mail.sentAt && mail.attempts === 1))
})

test('a failed mail is sent again later, and does not delay others', async () => {
  const sent: string[] = []
  let refusals = 3
  const transport = {
    async deliver(_: string, { to }: { to: string }) {
      if (to === mail.to && refusals-- > 0) throw new Error('no such mailbox')
      sent.push(to)
    },
    close() {},
  }
  const mails = await deliver(transport, [mail, { ...mail, to: 'other@example.com' }])
  assert.deepEqual(sent, ['other@example.com', mail.to])
  assert.deepEqual(
    mails.map(({ attempts }) => attempts),
    [4, 1],
  )
})

test('a mail is claimed for longer than all time-outs of SMTP', async () => {
  const { db } = database
  await fillOutbox([mail])
  const claimed = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const delivery = startMailDelivery(
    {
      db,
      settings,
      origin: '',
      incrementCounter: () => {},
    },
    {
      transport: {
        async deliver() {
          claimed.resolve()
          await isOver.promise
        },
        close() {},
      },
      log: () => {},
      everyMs: 5,
    },
  )
  await withDeadline(claimed.promise, 'the mail is claimed')
  const seconds = sql<number>`extract(epoch from due_at - now())::float`
  const [row] = await db.select({ seconds }).from(outbox)
  isOver.resolve()
  await delivery.stop()
  const ofSmtp = Object.values(smtpTimeouts).reduce((sum, milliseconds) => sum + milliseconds / 1000, 0)
  assert.ok((row?.seconds ?? 0) > ofSmtp + 10, `${row?.seconds} s`)
})

test('the link of a mail is deleted once it was sent, refused or given up', async () => {
  const { db } = database
  const linked = { ...mail, url: 'https://shop.example/verify?token=secret' }
  const [sent] = await deliver({ deliver: async () => {}, close() {} }, [linked])
  const refuse = () => Promise.reject(Object.assign(new Error('no'), { responseCode: 550 }))
  const [refused] = await deliver({ deliver: refuse, close() {} }, [linked])
  await fillOutbox([linked])
  await db.update(outbox).set({ createdAt: sql`now() - interval '4 days'` })
  await giveUpMails(db)
  const [givenUp] = await db.select().from(outbox)
  for (const row of [sent, refused, givenUp]) assert.deepEqual([row?.dueAt, row?.data], [null, mail])
})

test('mails with links are sent before mails about orders', async t => {
  const shop = await openShop({}, { database: { ...database, close: async () => {} } })
  t.after(() => shop.app.close())
  const buyer = await shop.createBuyer()
  await database.db.delete(outbox)
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  await shop.signUp()
  await database.db.update(outbox).set({ dueAt: new Date(0) })
  await database.db
    .update(outbox)
    .set({ dueAt: new Date(1) })
    .where(eq(outbox.kind, 'verify_email'))
  const sent: string[] = []
  const delivery = startDelivery({
    transport: { deliver: async (_, mail) => void sent.push(readEvent(mail)), close() {} },
  })
  await waitUntil(() => sent.length === 2, 'both mails are sent')
  await delivery.stop()
  assert.deepEqual(sent, ['Verify your email for Café Tools', 'placed'])
})

test('an address gets three mails with links in 15 minutes and sixty about orders in an hour: further links are dropped, orders wait', async t => {
  const { db } = database
  const shop = await openShop({}, { database: { ...database, close: async () => {} } })
  t.after(() => shop.app.close())
  const [buyer, other] = [await shop.createBuyer(), await shop.createBuyer()]
  for (const each of [buyer, other]) await each.client.placeOrder(buildOrderInput(await shop.getTool(), each))
  const placed = await db.select().from(outbox).where(eq(outbox.kind, 'order_placed')).orderBy(outbox.id)
  const [ofBuyer, ofOther] = placed.slice(-2)
  await db.delete(outbox)
  await db.execute(sql`delete from rate_limits`)
  const url = 'https://shop.example/reset-password?token=x'
  for (let count = 0; count < 61; count++)
    await db.insert(outbox).values({ kind: 'order_placed', orderId: ofBuyer?.orderId })
  for (let count = 0; count < 4; count++)
    await db.insert(outbox).values({ kind: 'reset_password', data: { to: buyer.email, url } })
  // Security notices are never limited.
  await db.insert(outbox).values({ kind: 'second_factor_set', data: { to: buyer.email, name: 'Rita' } })
  await db.insert(outbox).values({ kind: 'order_placed', orderId: ofOther?.orderId })
  const sent: string[] = []
  const delivery = startDelivery({ transport: { deliver: async (_, { to }) => void sent.push(to), close() {} } })
  const countDue = () => db.$count(outbox, sql`due_at <= now()`)
  await waitUntil(async () => (await countDue()) === 0, 'no mail is due')
  await delivery.stop()
  assert.deepEqual(
    [sent.filter(to => to === buyer.email).length, sent.filter(to => to === other.email).length],
    [64, 1],
  )
  const unsent = await db.select().from(outbox).where(isNull(outbox.sentAt))
  const waiting = unsent.map(({ kind, dueAt }) => [kind, dueAt && Math.round((dueAt.getTime() - Date.now()) / 60_000)])
  assert.deepEqual(waiting.toSorted(), [
    ['order_placed', 60],
    ['reset_password', null],
  ])
})

test('failed tries do not count against the limit of an address', async t => {
  const resetLimits = () => database.db.execute(sql`delete from rate_limits`)
  await resetLimits()
  t.after(resetLimits)
  const links = Array.from({ length: 3 }, (_, i) => ({
    ...mail,
    url: `https://shop.example/reset-password?token=${i}`,
  }))
  const failures = new Map<string, number>()
  const sent: string[] = []
  const transport: MailTransport = {
    async deliver(_, { body }) {
      const failed = failures.get(body) ?? 0
      failures.set(body, failed + 1)
      if (failed < 3) throw new Error('unreachable')
      sent.push(body)
    },
    close() {},
  }
  await deliver(transport, links)
  assert.equal(sent.length, 3)
})

test('a mail is given up after three days', async () => {
  const { db } = database
  let tries = 0
  const transport = {
    async deliver() {
      tries += 1
      if (tries === 3) await db.update(outbox).set({ createdAt: new Date(Date.now() - 73 * 3_600_000) })
      throw new Error('down')
    },
    close() {},
  }
  const [failed] = await deliver(transport, [mail], () => tries > 2)
  assert.deepEqual([tries, failed?.sentAt, failed?.attempts], [3, null, 3])

  await fillOutbox([mail, mail])
  const [old, young] = await db.select().from(outbox).orderBy(outbox.id)
  await db
    .update(outbox)
    .set({ createdAt: new Date(Date.now() - 73 * 3_600_000) })
    .where(eq(outbox.id, old?.id ?? ''))
  await giveUpMails(db)
  const due = await db.select().from(outbox).where(isNotNull(outbox.dueAt))
  assert.deepEqual(due, [young])
})

test('a process that ends between its claim and the delivery loses no mail', async () => {
  const { db } = database
  const never = Promise.withResolvers<never>()
  const claimed = Promise.withResolvers<void>()
  await fillOutbox([mail])
  const dying: MailTransport = {
    deliver() {
      claimed.resolve()
      return never.promise
    },
    close() {},
  }
  const dead = startDelivery({ transport: dying })
  await withDeadline(claimed.promise, 'the mail is claimed')
  const stopped = dead.stop()
  const sent: string[] = []
  const survivor = startDelivery({ transport: { deliver: async (_, { to }) => void sent.push(to), close() {} } })
  await waitUntil(() => sent.length > 0, 'the mail is sent')
  await survivor.stop()
  never.reject(new Error('ended'))
  await stopped
  const [row] = await db.select().from(outbox)
  assert.ok(row?.sentAt)
})

test('a mail about an order of a closed account is neither sent nor tried again', async t => {
  const { db } = database
  const shop = await openShop({}, { database: { ...database, close: async () => {} } })
  t.after(() => shop.app.close())
  const buyer = await shop.createBuyer()
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  await buyer.client.closeAccount({ params: { email: buyer.email }, query: { reviews: 'keep' } })
  const { rows } = await db.execute<{ id: string }>(sql`select id from orders order by id desc limit 1`)
  await db.delete(outbox)
  await db.insert(outbox).values({ kind: 'order_cancelled', orderId: rows[0]?.id })
  const sent: string[] = []
  const delivery = startDelivery({ transport: { deliver: async (_, { to }) => void sent.push(to), close() {} } })
  const isSettled = async () => (await db.$count(outbox, isNotNull(outbox.dueAt))) === 0
  await waitUntil(isSettled, 'no mail is due')
  await delivery.stop()
  const [row] = await db.select().from(outbox)
  assert.deepEqual([sent, row?.attempts, row?.sentAt], [[], 1, null])
})

test('over SMTP a mail arrives unchanged, at its one recipient', async () => {
  const received: { from: string; to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = { gone: 550, malformed: 501, greylisted: 450 }[address.split('@')[0] ?? '']
      done(code ? Object.assign(new Error('no such mailbox'), { responseCode: code }) : null)
    },
    async onData(stream, { envelope }, done) {
      const text = Buffer.concat(await stream.toArray()).toString()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map(each => each.address), text })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `smtp://127.0.0.1:${port}`
  const transport = createSmtpTransport({ url, from: 'shop@example.com', requireTls: false }, () => 'Big, "Wholesale"')
  const injected = 'victim@example.com\r\nBcc: evil@example.com'
  const failing = ['gone', 'malformed', 'greylisted'].map(name => ({ ...mail, to: `${name}@example.com` }))
  const mails = [...failing, { ...mail, to: injected }, mail]
  const rows = await deliver(transport, mails, () => received.some(({ to }) => to.includes(mail.to)))
  for (const { to } of failing) {
    const row = rows.find(({ data }) => data.to === to)
    const isTriedAgain = to.startsWith('greylisted')
    assert.deepEqual([row?.dueAt !== null, row?.sentAt], [isTriedAgain, null], to)
    if (!isTriedAgain) assert.equal(row?.attempts, 1)
  }
  const arrived = received.find(({ to }) => to.includes(mail.to))
  assert.deepEqual([arrived?.from, arrived?.to], ['shop@example.com', [mail.to]])
  assert.match(arrived?.text ?? '', /^Subject: =\?UTF-8\?Q\?Set_a_new_password_for_Caf=C3=A9_Tools\?=\r$/m)
  assert.match(arrived?.text ?? '', /^Message-ID: <[\da-f-]{36}@example\.com>\r$/im)
  assert.ok(!received.some(each => each.to.includes('evil@example.com')))
  server.close()
})
