import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { Database } from '#db/database.ts'
import { outbox } from '#db/tables.ts'
import type { MailTransport } from '#providers/mail/port.ts'
import { createSmtpTransport } from '#providers/mail/smtp.ts'
import { openTestDatabase } from '#test/databases.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { startMailDelivery } from './deliver-mail.ts'

let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const mail = { to: 'buyer@example.com', subject: 'Your order of Café Saw', body: 'Hello Zoë,\n\n.\n\nBig Wholesale' }
const quick = { everyMs: 5, retryAfterSeconds: 0, log: () => {} }

const startDelivery = (options: Partial<Parameters<typeof startMailDelivery>[1]> & { transport: MailTransport }) =>
  startMailDelivery(
    { db: database.db, storeName: '', origin: '', incrementCounter: () => {} },
    { ...quick, ...options },
  )

async function fillOutbox(mails: readonly (typeof mail)[]): Promise<void> {
  await database.db.delete(outbox)
  for (const data of mails) await database.db.insert(outbox).values({ kind: 'text', data })
}

/** Delivers the mails until none is due, or `isDone`. */
async function deliver(transport: MailTransport, mails: (typeof mail)[], isDone = () => false) {
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

test('a failed mail is sent again later, and delays no other', async () => {
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
  const mails = [{ ...mail, to: 'gone@example.com' }, { ...mail, to: injected }, mail]
  await deliver(transport, mails, () => received.some(({ to }) => to.includes(mail.to)))
  const arrived = received.find(({ to }) => to.includes(mail.to))
  assert.deepEqual([arrived?.from, arrived?.to], ['shop@example.com', [mail.to]])
  assert.match(arrived?.text ?? '', /^Subject: =\?UTF-8\?Q\?Your_order_of_Caf=C3=A9_Saw\?=\r$/m)
  assert.match(arrived?.text ?? '', /^Message-ID: <[\da-f-]{36}@example\.com>\r$/im)
  assert.ok(!received.some(each => each.to.includes('evil@example.com')))
  server.close()
})
