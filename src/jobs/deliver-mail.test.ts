import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import type { Database } from '#db/database.ts'
import { outbox } from '#db/tables.ts'
import { outboxMail } from '#providers/mail/outbox.ts'
import type { Transport } from '#providers/mail/port.ts'
import { createSmtpTransport } from '#providers/mail/smtp.ts'
import { openTestDatabase } from '#test/databases.ts'
import { startDelivery } from './deliver-mail.ts'

let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const letter = { to: 'buyer@example.com', subject: 'Your order of Café Saw', body: 'Hello Zoë,\n\n.\n\nBig Wholesale' }
const quick = { every: 5, retryAfter: 0, log: () => {}, count: () => {} }

/** Puts the mails into an empty outbox and delivers until all of them are gone, or `enough` says so. */
async function deliver(transport: Transport, letters: (typeof letter)[], enough = () => false) {
  const { db } = database
  await db.delete(outbox)
  for (const each of letters) await outboxMail(db).send(each)
  const delivery = startDelivery({ db, transport, ...quick })
  while (!enough() && (await db.select().from(outbox)).some(mail => mail.dueAt)) await new Promise(setImmediate)
  await delivery.stop()
  return db.select().from(outbox).orderBy(outbox.id)
}

test('a mail is sent once, by however many processes', async () => {
  const { db } = database
  const sent: string[] = []
  const all = Promise.withResolvers<void>()
  const transport = {
    async deliver({ to }: { to: string }) {
      if (sent.push(to) === 20) all.resolve()
    },
    close() {},
  }
  await db.delete(outbox)
  const letters = Array.from({ length: 20 }, (_, index) => ({ ...letter, to: `buyer${index}@example.com` }))
  for (const each of letters) await outboxMail(db).send(each)
  const processes = [1, 2, 3, 4].map(() => startDelivery({ db, transport, ...quick, retryAfter: 60 }))
  await all.promise
  await Promise.all(processes.map(process => process.stop()))
  assert.deepEqual(sent.toSorted(), letters.map(each => each.to).toSorted())
  assert.ok((await db.select().from(outbox)).every(mail => mail.sentAt && mail.attempts === 1))
})

test('a mail that fails is tried again, and holds up no other', async () => {
  const sent: string[] = []
  let refusals = 3
  const transport = {
    async deliver({ to }: { to: string }) {
      if (to === letter.to && refusals-- > 0) throw new Error('no such mailbox')
      sent.push(to)
    },
    close() {},
  }
  const mails = await deliver(transport, [letter, { ...letter, to: 'other@example.com' }])
  assert.deepEqual(sent, ['other@example.com', letter.to])
  assert.deepEqual(
    mails.map(mail => mail.attempts),
    [4, 1],
  )
})

test('a mail that never goes out is left alone after three days', async () => {
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
  const [mail] = await deliver(transport, [letter], () => tries > 2)
  assert.deepEqual([tries, mail?.sentAt, mail?.attempts], [3, null, 3])
})

test('a process that ends between its claim and the delivery loses no mail', async () => {
  const { db } = database
  const never = Promise.withResolvers<never>()
  const claimed = Promise.withResolvers<void>()
  await db.delete(outbox)
  await outboxMail(db).send(letter)
  const dying: Transport = {
    deliver() {
      claimed.resolve()
      return never.promise
    },
    close() {},
  }
  void startDelivery({ db, transport: dying, ...quick }).stop()
  await claimed.promise
  const sent: string[] = []
  const survivor = startDelivery({
    db,
    transport: { deliver: async ({ to }) => void sent.push(to), close() {} },
    ...quick,
  })
  while (sent.length === 0) await new Promise(setImmediate)
  await survivor.stop()
  never.reject(new Error('ended'))
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, letter.to))
  assert.ok(mail?.sentAt)
})

test('over SMTP a mail arrives as it was written, at the one address that it is for', async () => {
  const received: { from: string; to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('gone') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
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
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, {
    name: 'Big, "Wholesale"',
    address: 'shop@example.com',
  })
  const injected = 'victim@example.com\r\nBcc: evil@example.com'
  const letters = [{ ...letter, to: 'gone@example.com' }, { ...letter, to: injected }, letter]
  await deliver(transport, letters, () => received.some(mail => mail.to.includes(letter.to)))
  const mail = received.find(each => each.to.includes(letter.to))
  assert.deepEqual([mail?.from, mail?.to], ['shop@example.com', [letter.to]])
  assert.match(mail?.text ?? '', /^Subject: =\?UTF-8\?Q\?Your_order_of_Caf=C3=A9_Saw\?=\r$/m)
  assert.match(mail?.text ?? '', /^Message-ID: <[\da-f-]{36}@example\.com>\r$/im)
  assert.ok(!received.some(each => each.to.includes('evil@example.com')))
  server.close()
})
