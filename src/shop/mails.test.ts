import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { DrizzleQueryError, eq, sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import type { Tool } from '#contract/tools.ts'
import { accounts, outbox, refunds } from '#db/tables.ts'
import { createSmtpTransport } from '#providers/mail/smtp.ts'
import { assertRefused, openShop, orderBodyFor, origin, type Person, type TestShop } from '#test/open-shop.ts'
import { intentOf, payWith } from '#test/pay.ts'
import { cancelOrder, markShipped, placeOrder } from './orders.ts'
import { recordPayment } from './payments.ts'

let shop: TestShop
let admin: Person
before(async () => {
  shop = await openShop()
  admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
})
after(() => shop.app.close())

/** What the work put into the outbox, oldest first. */
async function mailsOf(work: () => Promise<unknown>) {
  const { db } = shop.app.shop
  await db.delete(outbox)
  await work()
  return shop.listMails()
}

const paragraphs = (...texts: string[]) => ['Hello Rita Moss,', ...texts, 'Big Wholesale'].join('\n\n')

async function ordered(buyer: Person, tool?: Tool) {
  const chosen = tool ?? (await shop.tool())
  await buyer.client.placeOrder(orderBodyFor(chosen, buyer, 12))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

async function confirmed(buyer: Person, order: { _id: string; totalPrice: number }) {
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  const { clientSecret } = await buyer.client.createPaymentIntent({ body })
  await payWith(shop, clientSecret)
  return intentOf(clientSecret)
}

const record = (buyer: Person, id: string, transactionId: string) =>
  buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } })

test('a placed order is confirmed to its buyer by mail, with tool, quantity, price and address', async () => {
  const buyer = await shop.newBuyer()
  assert.deepEqual(await mailsOf(() => ordered(buyer)), [
    {
      to: buyer.email,
      subject: 'Your order of Circular Saw',
      body: paragraphs(
        'thank you for your order: 12 pieces of Circular Saw at $129.00 each, $1,548.00 in all.',
        `The pieces are set aside for you. Please pay for them under My Orders: ${origin}/dashboard`,
        'Then they are sent to:\n1 Forge Lane',
      ),
    },
  ])
})

test('an order without an address has a mail without one', async () => {
  const buyer = await shop.newBuyer()
  const { body } = orderBodyFor(await shop.tool(), buyer)
  const [mail] = await mailsOf(() => buyer.client.placeOrder({ body: { ...body, address: ' ' } }))
  assert.ok(mail && !mail.body.includes('sent to'))
})

test('a payment is confirmed by one mail, however often and in whichever way it is recorded', async () => {
  const buyer = await shop.newBuyer()
  const order = await ordered(buyer)
  const transactionId = await confirmed(buyer, order)
  const mails = await mailsOf(async () => {
    await Promise.all([1, 2, 3].map(() => record(buyer, order._id, transactionId)))
    await record(buyer, order._id, transactionId)
    await assertRefused(confirmed(buyer, order), 'order_paid')
    await assertRefused(buyer.client.cancelOrder({ params: { id: order._id } }), 'order_paid')
    await assertRefused(admin.client.cancelAnyOrder({ params: { id: order._id } }), 'order_paid')
  })
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: 'Payment received for your order of Circular Saw',
      body: paragraphs(
        'your payment of $1,548.00 for 12 pieces of Circular Saw has arrived.',
        `Your transactionId is: ${transactionId}`,
        'We write again when the order is on its way.',
      ),
    },
  ])
})

test('a payment found by a cancellation is confirmed by mail, without a mail of the cancellation', async () => {
  const buyer = await shop.newBuyer()
  const order = await ordered(buyer)
  await confirmed(buyer, order)
  const mails = await mailsOf(() =>
    assertRefused(buyer.client.cancelOrder({ params: { id: order._id } }), 'order_paid'),
  )
  assert.deepEqual(
    mails.map(mail => mail.subject),
    ['Payment received for your order of Circular Saw'],
  )
})

test('a delivery is mailed once to the buyer, not to the admin', async () => {
  const buyer = await shop.newBuyer()
  const order = await ordered(buyer)
  await record(buyer, order._id, await confirmed(buyer, order))
  const deliver = () => admin.client.markShipped({ params: { id: order._id } })
  const mails = await mailsOf(async () => {
    await Promise.all([deliver(), deliver()])
    await deliver()
  })
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: 'Your order of Circular Saw is on its way',
      body: paragraphs('your order of 12 pieces of Circular Saw has been shipped.', 'It goes to:\n1 Forge Lane'),
    },
  ])
})

test('a cancellation is mailed once to the buyer, with who cancelled', async () => {
  const buyer = await shop.newBuyer()
  for (const [by, cancel] of [
    ['as you asked', (id: string) => buyer.client.cancelOrder({ params: { id } })],
    ['by the shop', (id: string) => admin.client.cancelAnyOrder({ params: { id } })],
  ] as const) {
    const order = await ordered(buyer)
    const mails = await mailsOf(async () => {
      await cancel(order._id)
      await assertRefused(cancel(order._id), 'order_not_found')
    })
    assert.deepEqual(mails, [
      {
        to: buyer.email,
        subject: 'Your order of Circular Saw is cancelled',
        body: paragraphs(
          `your order of 12 pieces of Circular Saw is cancelled${by === 'by the shop' ? ' ' : ', '}${by}. Nothing was charged.`,
          `Everything that is in stock: ${origin}/shop`,
        ),
      },
    ])
  }
})

test('the refund of a payment for a cancelled order is mailed once', async () => {
  const buyer = await shop.newBuyer()
  const order = await ordered(buyer)
  const transactionId = await confirmed(buyer, order)
  await shop.app.shop.db.execute(sql`update orders set state = 'cancelled' where id = ${order._id}`)
  const mails = await mailsOf(async () => {
    await Promise.all([1, 2, 3].map(() => assertRefused(record(buyer, order._id, transactionId), 'payment_refunded')))
    await assertRefused(record(buyer, order._id, transactionId), 'payment_refunded')
  })
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: 'Your payment for Circular Saw goes back to you',
      body: paragraphs(
        'your payment of $1,548.00 came when the order of 12 pieces of Circular Saw could not take it any more.',
        'The money goes back to your card.',
        `The transactionId is: ${transactionId}`,
      ),
    },
  ])
})

test('a refused call sends no mail', async () => {
  const [buyer, other] = [await shop.newBuyer(), await shop.newBuyer()]
  const tool = await shop.tool()
  const [order, paid] = [await ordered(buyer), await ordered(buyer)]
  const used = await confirmed(buyer, paid)
  await record(buyer, paid._id, used)
  const id = order._id
  const { body } = orderBodyFor(tool, buyer)
  const gone = '01900000-0000-7000-8000-000000000000'
  const mails = await mailsOf(async () => {
    await assertRefused(buyer.client.placeOrder(orderBodyFor(tool, buyer, tool.minimum - 1)), 'out_of_range')
    await assertRefused(
      buyer.client.placeOrder({ body: { ...body, price: 1, totalPrice: tool.minimum } }),
      'price_changed',
    )
    await assertRefused(buyer.client.placeOrder({ body: { ...body, toolId: gone } }), 'tool_not_found')
    await assertRefused(buyer.client.placeOrder(orderBodyFor(tool, other)), 'not_yours')
    await assertRefused(record(buyer, id, 'pi_made_up'), 'payment_not_found')
    await assertRefused(record(buyer, id, used), 'payment_mismatch')
    await assertRefused(record(other, id, 'pi_made_up'), 'order_not_found')
    await assertRefused(other.client.cancelOrder({ params: { id } }), 'order_not_found')
    await assertRefused(other.client.cancelAnyOrder({ params: { id } }), 'admins_only')
    await assertRefused(buyer.client.markShipped({ params: { id } }), 'admins_only')
    await assertRefused(admin.client.markShipped({ params: { id } }), 'order_not_paid')
    await assertRefused(admin.client.markShipped({ params: { id: gone } }), 'order_not_found')
    await assertRefused(admin.client.cancelAnyOrder({ params: { id: gone } }), 'order_not_found')
  })
  assert.deepEqual(mails, [])
})

test('a repeated idempotency key brings no second mail', async () => {
  const buyer = await shop.newBuyer()
  const tool = await shop.tool()
  const booking = { ...orderBodyFor(tool, buyer), headers: { 'idempotency-key': 'letter' } }
  const mails = await mailsOf(async () => {
    await Promise.all([1, 2, 3].map(() => buyer.client.placeOrder(booking)))
    await buyer.client.placeOrder(booking)
    const changed = { ...orderBodyFor(tool, buyer, tool.minimum + 1), headers: booking.headers }
    await assertRefused(buyer.client.placeOrder(changed), 'idempotency_key_reused')
  })
  assert.deepEqual(
    mails.map(mail => mail.to),
    [buyer.email],
  )
})

test('a step whose mail can not be kept is not taken', async () => {
  const buyer = await shop.newBuyer()
  const { db } = shop.app.shop
  const [account] = await db.select().from(accounts).where(eq(accounts.email, buyer.email))
  assert.ok(account)
  const tool = await shop.tool()
  const [placed, confirmedOne, paid] = [await ordered(buyer), await ordered(buyer), await ordered(buyer)]
  const transactionId = await confirmed(buyer, confirmedOne)
  await record(buyer, paid._id, await confirmed(buyer, paid))
  const late = await ordered(buyer)
  const lateId = await confirmed(buyer, late)
  await db.execute(sql`update orders set state = 'cancelled' where id = ${late._id}`)
  const { shop: business } = shop.app
  const request = {
    toolId: tool._id,
    quantity: tool.minimum,
    priceCents: tool.price * 100,
    totalCents: tool.price * 100 * tool.minimum,
    buyerName: buyer.name,
    phone: '',
    address: '',
    idempotencyKey: undefined,
  }
  const steps = {
    place: () => placeOrder(business, account, request),
    settle: () => recordPayment(business, account.id, confirmedOne._id, transactionId),
    deliver: () => markShipped(business, account, paid._id),
    cancel: () => cancelOrder(business, account, placed._id),
    refund: () => recordPayment(business, account.id, late._id, lateId),
  }
  const facts = async () => {
    const [stock, states, refunded] = await Promise.all([
      shop.tool(),
      db.execute(
        sql`select id, replace(state, 'cancelling', 'placed') as state, transaction_id from orders order by id`,
      ),
      db.$count(refunds),
    ])
    return { available: stock.available, states: states.rows, refunded }
  }
  const before = await facts()
  const mails = await mailsOf(async () => {
    await db.execute(sql`alter table outbox add constraint full_up check (false) not valid`)
    for (const step of Object.values(steps)) await assert.rejects(step, DrizzleQueryError)
    await db.execute(sql`alter table outbox drop constraint full_up`)
  })
  assert.deepEqual(mails, [])
  assert.deepEqual(await facts(), before)

  const subjects = async (step: () => Promise<unknown>) => (await mailsOf(step)).map(mail => mail.subject)
  assert.deepEqual(await subjects(steps.place), ['Your order of Circular Saw'])
  assert.deepEqual(await subjects(steps.settle), ['Payment received for your order of Circular Saw'])
  assert.deepEqual(await subjects(steps.deliver), ['Your order of Circular Saw is on its way'])
  assert.deepEqual(await subjects(steps.cancel), ['Your order of Circular Saw is cancelled'])
  assert.deepEqual(await subjects(() => assertRefused(steps.refund(), 'payment_refunded')), [
    'Your payment for Circular Saw goes back to you',
  ])
})

const oddNames = [
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  '$1 $& \\1 %s {name} {{name}} {0}',
  "'); drop table outbox; --",
  'Säge “Größe 3” 鋸 🪚',
]

/** A tool of that name, in the catalogue. */
async function named(name: string): Promise<Tool> {
  const fields = { image: '/images/claw-hammer-800.webp', price: 10, minimum: 10, available: 1000, description: 'Odd.' }
  const { insertedId } = await admin.client.addTool({ body: { name, ...fields } })
  return { _id: insertedId, name, ...fields }
}

test('every mail contains the tool’s name unchanged', async () => {
  const buyer = await shop.newBuyer()
  for (const name of oddNames) {
    const tool = await named(name)
    const mails = await mailsOf(async () => {
      const order = await ordered(buyer, tool)
      await record(buyer, order._id, await confirmed(buyer, order))
      await admin.client.markShipped({ params: { id: order._id } })
      await buyer.client.cancelOrder({ params: { id: (await ordered(buyer, tool))._id } })
    })
    assert.deepEqual(
      mails.map(mail => mail.subject),
      [
        `Your order of ${name}`,
        `Payment received for your order of ${name}`,
        `Your order of ${name} is on its way`,
        `Your order of ${name}`,
        `Your order of ${name} is cancelled`,
      ],
    )
    for (const { body } of mails) assert.ok(body.includes(`12 pieces of ${name}`))
  }
})

test('a name that looks like a placeholder is not replaced', async () => {
  const buyer = await shop.newBuyer()
  const name = 'Saw {tool} {tool}'
  const tool = await named(name)
  const booking = orderBodyFor(tool, buyer, 12).body
  const mails = await mailsOf(async () => {
    await buyer.client.placeOrder({ body: { ...booking, userName: 'Rita {tool}', address: '1 {tool} Lane' } })
    const [order] = await buyer.client.listOrders({})
    assert.ok(order)
    await record(buyer, order._id, await confirmed(buyer, order))
    await admin.client.markShipped({ params: { id: order._id } })
  })
  assert.deepEqual(
    mails.map(mail => mail.subject),
    [`Your order of ${name}`, `Payment received for your order of ${name}`, `Your order of ${name} is on its way`],
  )
  for (const { body } of mails) {
    assert.ok(body.startsWith('Hello Rita {tool},'))
    assert.ok(body.includes(`12 pieces of ${name}`))
  }
  assert.ok(mails[0]?.body.includes('1 {tool} Lane'))
})

test('markup of a name is text on the outbox’s page', async () => {
  const buyer = await shop.newBuyer()
  const tool = await named('<script>alert(1)</script> https://evil.example/"onclick="x')
  await mailsOf(() => ordered(buyer, tool))
  const page = await (await shop.request('/dev/outbox')).text()
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  assert.ok(!page.includes('<script>'))
  assert.ok(!page.includes('"onclick="'))
})

test('a name of several lines adds no header to its mail', async context => {
  const buyer = await shop.newBuyer()
  const tool = await named('Saw\r\nBcc: evil@example.com\r\n\r\nHello')
  const [mail] = await mailsOf(() => ordered(buyer, tool))
  assert.ok(mail)
  const received: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      received.push({ to: envelope.rcptTo.map(each => each.address), text: await text(stream) })
      done()
    },
  })
  context.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, {
    name: 'Big Wholesale',
    address: 'shop@example.com',
  })
  await transport.deliver('1', mail)
  transport.close()
  assert.deepEqual(
    received.map(each => each.to),
    [[buyer.email]],
  )
  const [head = ''] = received[0]?.text.split('\r\n\r\n') ?? []
  assert.match(head, /^Subject: Your order of Saw/m)
  assert.match(head, /^MIME-Version: 1\.0/m)
  assert.ok(!/^Bcc:/im.test(head))
})
