import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { DrizzleQueryError, eq, sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { outbox } from '#db/tables/mails.ts'
import { refunds } from '#db/tables/payments.ts'
import { createSmtpTransport } from '#providers/mail/smtp.ts'
import { cancelOrder } from '#shop/orders/cancel-orders.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { toScope } from '#shop/orders/scope.ts'
import { recordPayment } from '#shop/payments/payments.ts'
import { markShipped } from '#shop/shipments/ship-orders.ts'
import {
  type AddedTool,
  assertRefused,
  buildOrderInput,
  buildOrderRequest,
  origin,
  type TestAccount,
} from '#test/open-shop.ts'
import { chargeCard, readEvent, toLine } from '#test/orders.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'

const bank = 'Foundry Bank\nIBAN GB00 1234'
const shop = prepareShop({ SELLER_BANK: 'Foundry Bank; IBAN GB00 1234' })
const admin = prepare(() => shop.logInAsAdmin())

async function collectMails(work: () => Promise<unknown>) {
  const { db } = shop.app.shop
  await db.delete(outbox)
  await work()
  return (await shop.listMails()).map(({ html: _, ...mail }) => mail)
}

/** A cancelled order has no page. */
const joinParagraphs = ({ _id, number }: { _id?: string; number: number }, ...texts: string[]) =>
  [
    'Hello Rita Moss,',
    [`Order ${number}`, ...(_id ? [`${origin}/dashboard/orders/${_id}`] : [])].join('\n'),
    ...texts,
    'Big Wholesale',
  ].join('\n\n')

async function orderTool(buyer: TestAccount, tool?: AddedTool) {
  const chosen = tool ?? (await shop.getTool())
  await buyer.client.placeOrder(buildOrderInput(chosen, buyer, 12))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

const sendPayment = (buyer: TestAccount, id: string, transactionId: string) =>
  buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } })

test('a placed order is confirmed to its buyer by mail, with tool, quantity, price and term', async () => {
  const buyer = await shop.createBuyer()
  const mails = await collectMails(() => orderTool(buyer))
  const [order = assert.fail()] = await buyer.client.listOrders({})
  const until = order.expiresAt?.replace(/T(\d\d:\d\d).*/, ' $1 UTC')
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: `Order ${order.number} placed – 12 × Circular Saw`,
      body: joinParagraphs(
        order,
        'Thank you for your order: 12 pieces of Circular Saw at $129.00 each, $1,548.00 in all.',
        `Pay to secure your pieces, here: ${origin}/dashboard/payment/${order._id}`,
        `Or transfer $1,548.00, with the reference “Order ${order.number}”, to:\n${bank}`,
        `The order is cancelled unless it is paid by ${until}.`,
      ),
    },
  ])
})

test('mails repeat number, PO number, address, link, pieces and tracking to an address that is verified', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const tool = await shop.addTool({ name: `Adze ${'of forged steel '.repeat(9)}`, available: 100 })
  const typed = { phone: '555 0100', address: '1 Forge Lane\nSheffield', poNumber: 'PO 4711/26' }
  const mails = await collectMails(async () => {
    const { orderId: id } = await buyer.client.checkOut({ body: { lines: [toLine(tool, 24)], ...typed } })
    await sendPayment(buyer, id, await chargeCard({ shop, buyer }, id))
    const body = { lines: [{ toolId: tool._id, quantity: 24 }], carrier: 'UPS', trackingNumber: '1Z 999 AA1' }
    await admin.client.shipOrder({ params: { id, shipmentId: crypto.randomUUID() }, body })
  })
  const [order = assert.fail()] = await buyer.client.listOrders({})
  const [placed, paid, shipped] = mails
  assert.deepEqual(mails.map(readEvent), ['placed', 'paid', 'shipped'])
  for (const { subject, body } of mails) {
    assert.ok(
      subject.length <= 78 && /^Order \d+ \(PO 4711\/26\) \w+ – 24 × Adze( (of|forged|steel))+…$/.test(subject),
      subject,
    )
    assert.ok(
      body.includes(`Order ${order.number}\nYour PO number: PO 4711/26\n${origin}/dashboard/orders/${order._id}`),
    )
  }
  const receiver = 'Deliver to:\nRita Moss\n1 Forge Lane\nSheffield'
  assert.deepEqual(
    [placed, paid, shipped].map(mail => mail?.body.includes(receiver)),
    [true, true, true],
  )
  assert.ok(shipped?.body.includes(`has been shipped:\n24 pieces of ${tool.name.trim()} (`))
  assert.ok(shipped?.body.includes('tracking number 1Z 999 AA1\nhttps://www.ups.com/track?tracknum=1Z999AA1'))
})

test('a mail is a page, too, with its lines in a table, and escapes what people typed', async () => {
  const buyer = await shop.createVerifiedBuyer('Rita <b>Moss</b>')
  const tools = [await shop.addTool({ name: 'Adze & Sons' }), await shop.addTool({ name: 'Bevel' })]
  await buyer.client.checkOut({
    body: { lines: tools.map(tool => toLine(tool, 2)), phone: '', address: '1 <i>Lane</i>' },
  })
  const [order = assert.fail()] = await buyer.client.listOrders({})
  const html = (await shop.listMails()).at(-1)?.html ?? ''
  for (const part of [
    '<header>Big Wholesale</header>',
    '<p>Hello Rita &lt;b&gt;Moss&lt;/b&gt;,</p>',
    'at $10.00 each</td><td>$20.00</td></tr>',
    '<tr><td>Total</td><td>$40.00</td></tr>',
    'Adze &amp; Sons',
    '1 &lt;i&gt;Lane&lt;/i&gt;',
    `<a href="${origin}/dashboard/payment/${order._id}" class="button">Pay now</a>`,
  ])
    assert.ok(html.includes(part), `${part} is not in ${html}`)
  assert.doesNotMatch(html, /src=|url\(|@import/)
})

test('mails do not repeat texts of the order form, which could carry anybody’s text to the account’s address', async () => {
  const buyer = await shop.createBuyer()
  const { body } = buildOrderInput(await shop.getTool(), buyer)
  const texts = { userName: 'IT Security', phone: '555 9999', address: 'Confirm at https://evil.example/login' }
  const mails = await collectMails(async () => {
    await buyer.client.placeOrder({ body: { ...body, ...texts } })
    const [order] = await buyer.client.listOrders({})
    assert.ok(order)
    await sendPayment(buyer, order._id, await chargeCard({ shop, buyer }, order._id))
    await admin.client.markShipped({ params: { id: order._id } })
    await buyer.client.placeOrder({ body: { ...body, ...texts } })
    const [unpaid] = await buyer.client.listOrders({})
    await buyer.client.cancelOrder({ params: { id: unpaid?._id ?? '' } })
  })
  assert.equal(mails.length, 5)
  for (const mail of mails)
    for (const text of Object.values(texts)) assert.ok(!`${mail.subject} ${mail.body}`.includes(text))
})

test('a greeting has the account’s name without invisible and bidirectional control characters', async () => {
  const buyer = await shop.createBuyer('\u202eRita\u0007 Mo\u200dss\r\nBcc: x@y.zz\u2028\u2066')
  const [mail] = await collectMails(() => orderTool(buyer))
  assert.match(mail?.body ?? '', /^Hello Rita Mo\u200dssBcc: x@y\.zz,\n\n/)
})

test('a mail to an unverified address greets nobody by name, and says what to do if it was not you', async () => {
  const mails = await collectMails(async () => {
    const { email } = await shop.signUp('Call +1 555 0100 now')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email })
    await shop.request('/api/auth/request-password-reset', { method: 'POST', headers, body })
  })
  assert.equal(mails.length, 2)
  for (const { subject, body } of mails) {
    assert.match(body, /^Hello,\n\n/)
    assert.match(body, /If it was not you/)
    assert.doesNotMatch(subject + body, /Call/)
  }
})

test('a payment is confirmed by one mail, however often it is recorded', async () => {
  const buyer = await shop.createBuyer()
  const order = await orderTool(buyer)
  const transactionId = await chargeCard({ shop, buyer }, order._id)
  const mails = await collectMails(async () => {
    await Promise.all([1, 2, 3].map(() => sendPayment(buyer, order._id, transactionId)))
    await sendPayment(buyer, order._id, transactionId)
    await assertRefused(chargeCard({ shop, buyer }, order._id), 'order_paid')
    await assertRefused(buyer.client.cancelOrder({ params: { id: order._id } }), 'order_paid')
    await assertRefused(admin.client.cancelAnyOrder({ params: { id: order._id } }), 'order_paid')
  })
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: `Order ${order.number} paid – 12 × Circular Saw`,
      body: joinParagraphs(
        order,
        'Your payment of $1,548.00 for 12 pieces of Circular Saw has arrived.',
        `Your transactionId is: ${transactionId}`,
        'The invoice is on the page of the order. We write again when it is on its way.',
      ),
    },
  ])
})

test('a payment found by a cancellation is confirmed by mail, without a mail of the cancellation', async () => {
  const buyer = await shop.createBuyer()
  const order = await orderTool(buyer)
  await shop.app.shop.payments.captureIntent(await chargeCard({ shop, buyer }, order._id))
  const mails = await collectMails(() =>
    assertRefused(buyer.client.cancelOrder({ params: { id: order._id } }), 'order_paid'),
  )
  assert.deepEqual(mails.map(readEvent), ['paid'])
})

test('a delivery is mailed once to the buyer, not to the admin', async () => {
  const buyer = await shop.createBuyer()
  const order = await orderTool(buyer)
  await sendPayment(buyer, order._id, await chargeCard({ shop, buyer }, order._id))
  const deliver = () => admin.client.markShipped({ params: { id: order._id } })
  const mails = await collectMails(async () => {
    await Promise.all([deliver(), deliver()])
    await deliver()
  })
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: `Order ${order.number} shipped – 12 × Circular Saw`,
      body: joinParagraphs(order, 'Your order has been shipped:\n12 pieces of Circular Saw (CS-185)'),
    },
  ])
})

test('a cancellation is mailed once to the buyer, and says who cancelled', async () => {
  const buyer = await shop.createBuyer()
  for (const [by, cancel] of [
    ['as you asked', (id: string) => buyer.client.cancelOrder({ params: { id } })],
    ['by the shop', (id: string) => admin.client.cancelAnyOrder({ params: { id } })],
  ] as const) {
    const order = await orderTool(buyer)
    const mails = await collectMails(async () => {
      assert.deepEqual(await cancel(order._id), { deletedCount: 1 })
      assert.deepEqual(await cancel(order._id), { deletedCount: 0 })
    })
    assert.deepEqual(mails, [
      {
        to: buyer.email,
        subject: `Order ${order.number} cancelled – 12 × Circular Saw`,
        body: joinParagraphs(
          { number: order.number },
          `Your order of 12 pieces of Circular Saw is cancelled${by === 'by the shop' ? ' ' : ', '}${by}. Nothing more is charged, and what you have paid is sent back.`,
          `Everything that is in stock: ${origin}/shop`,
        ),
      },
    ])
  }
})

test('the refund of a payment for a cancelled order is mailed once', async () => {
  const buyer = await shop.createBuyer()
  const order = await orderTool(buyer)
  const transactionId = await chargeCard({ shop, buyer }, order._id)
  await shop.app.shop.payments.captureIntent(transactionId)
  await shop.app.shop.db.execute(sql`update orders set state = 'cancelled' where id = ${order._id}`)
  const mails = await collectMails(async () => {
    await Promise.all(
      [1, 2, 3].map(() => assertRefused(sendPayment(buyer, order._id, transactionId), 'payment_refunded')),
    )
    await assertRefused(sendPayment(buyer, order._id, transactionId), 'payment_refunded')
  })
  assert.deepEqual(mails, [
    {
      to: buyer.email,
      subject: `Order ${order.number}: your payment goes back to you – 12 × Circular Saw`,
      body: joinParagraphs(
        { number: order.number },
        'Your payment of $1,548.00 came when the order of 12 pieces of Circular Saw could not take it any more.',
        'The money goes back to your card.',
        `The transactionId is: ${transactionId}`,
      ),
    },
  ])
})

test('a refused call sends no mail', async () => {
  const [buyer, other] = [await shop.createBuyer(), await shop.createBuyer()]
  const tool = await shop.getTool()
  const [order, paid] = [await orderTool(buyer), await orderTool(buyer)]
  const used = await chargeCard({ shop, buyer }, paid._id)
  await sendPayment(buyer, paid._id, used)
  const id = order._id
  const { body } = buildOrderInput(tool, buyer)
  const gone = '01900000-0000-7000-8000-000000000000'
  const mails = await collectMails(async () => {
    await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer, tool.minimum - 1)), 'out_of_range')
    await assertRefused(
      buyer.client.placeOrder({ body: { ...body, price: 1, totalPrice: tool.minimum } }),
      'price_changed',
    )
    await assertRefused(buyer.client.placeOrder({ body: { ...body, toolId: gone } }), 'tool_not_found')
    await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, other)), 'not_yours')
    await assertRefused(sendPayment(buyer, id, 'pi_made_up'), 'payment_mismatch')
    await assertRefused(sendPayment(buyer, id, used), 'payment_mismatch')
    await assertRefused(sendPayment(other, id, 'pi_made_up'), 'order_not_found')
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
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const orderInput = { ...buildOrderInput(tool, buyer), headers: { 'idempotency-key': 'letter' } }
  const mails = await collectMails(async () => {
    await Promise.all([1, 2, 3].map(() => buyer.client.placeOrder(orderInput)))
    await buyer.client.placeOrder(orderInput)
    const changed = { ...buildOrderInput(tool, buyer, tool.minimum + 1), headers: orderInput.headers }
    await assertRefused(buyer.client.placeOrder(changed), 'idempotency_key_reused')
  })
  assert.deepEqual(
    mails.map(mail => mail.to),
    [buyer.email],
  )
})

test('a step is rolled back when its mail cannot be queued', async () => {
  const buyer = await shop.createBuyer()
  const { db } = shop.app.shop
  const actor = await readActor(shop.app.shop, buyer)
  const scope = toScope(actor.account)
  const tool = await shop.getTool()
  const [placed, charged, paid] = [await orderTool(buyer), await orderTool(buyer), await orderTool(buyer)]
  const transactionId = await chargeCard({ shop, buyer }, charged._id)
  await sendPayment(buyer, paid._id, await chargeCard({ shop, buyer }, paid._id))
  const late = await orderTool(buyer)
  const lateId = await chargeCard({ shop, buyer }, late._id)
  await shop.app.shop.payments.captureIntent(lateId)
  await db.execute(sql`update orders set state = 'cancelled' where id = ${late._id}`)
  const { shop: appShop } = shop.app
  const request = buildOrderRequest(tool, buyer.name)
  const steps = {
    place: () => placeOrder(appShop, actor, request),
    record: () => recordPayment(appShop, scope, charged._id, transactionId),
    deliver: () => markShipped(appShop, actor, paid._id),
    cancel: () => cancelOrder(appShop, actor, placed._id),
    refund: () => recordPayment(appShop, scope, late._id, lateId),
  }
  const readFacts = async () => {
    const [states, refunded] = await Promise.all([
      db.execute(sql`select id, state, paid_at, shipped_at from orders where id <> ${charged._id} order by id`),
      db.$count(refunds, eq(refunds.state, 'succeeded')),
    ])
    return { states: states.rows, refunded }
  }
  const before = await readFacts()
  const mails = await collectMails(async () => {
    await db.execute(sql`alter table outbox add constraint full_up check (false) not valid`)
    for (const step of Object.values(steps)) await assert.rejects(step, DrizzleQueryError)
    await db.execute(sql`alter table outbox drop constraint full_up`)
  })
  assert.deepEqual(mails, [])
  assert.deepEqual(await readFacts(), before)

  const listSubjects = async (step: () => Promise<unknown>) => (await collectMails(step)).map(readEvent)
  assert.deepEqual(await listSubjects(steps.place), ['placed'])
  assert.deepEqual(await listSubjects(steps.record), ['paid'])
  assert.deepEqual(await listSubjects(steps.deliver), ['shipped'])
  assert.deepEqual(await listSubjects(steps.cancel), ['cancelled'])
  assert.deepEqual(await listSubjects(() => assertRefused(steps.refund(), 'payment_refunded')), [
    'your payment goes back to you',
  ])
})

const oddNames = [
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  '$1 $& \\1 %s {name} {{name}} {0}',
  "'); drop table outbox; --",
  'Säge “Größe 3” 鋸 🪚',
]

async function addNamedTool(name: string): Promise<AddedTool> {
  const fields = { image: '/images/claw-hammer-800.webp', price: 10, minimum: 10, available: 1000, description: 'Odd.' }
  const { insertedId } = await admin.client.addTool({ body: { name, ...fields } })
  return { _id: insertedId, name, ...fields }
}

test('every mail contains the tool’s name unchanged', async () => {
  const buyer = await shop.createBuyer()
  for (const name of oddNames) {
    const tool = await addNamedTool(name)
    const mails = await collectMails(async () => {
      const order = await orderTool(buyer, tool)
      await sendPayment(buyer, order._id, await chargeCard({ shop, buyer }, order._id))
      await admin.client.markShipped({ params: { id: order._id } })
      await buyer.client.cancelOrder({ params: { id: (await orderTool(buyer, tool))._id } })
    })
    assert.deepEqual(mails.map(readEvent), ['placed', 'paid', 'shipped', 'placed', 'cancelled'])
    for (const { subject } of mails) assert.ok(subject.includes(` – 12 × ${name.slice(0, 20)}`))
    for (const { body } of mails) assert.ok(body.includes(`12 pieces of ${name}`))
  }
})

test('a name that looks like a placeholder is not replaced', async () => {
  const buyer = await shop.createBuyer()
  const name = 'Saw {tool} {tool}'
  const tool = await addNamedTool(name)
  const orderBody = buildOrderInput(tool, buyer, 12).body
  const mails = await collectMails(async () => {
    await buyer.client.placeOrder({ body: { ...orderBody, userName: 'Rita {tool}', address: '1 {tool} Lane' } })
    const [order] = await buyer.client.listOrders({})
    assert.ok(order)
    await sendPayment(buyer, order._id, await chargeCard({ shop, buyer }, order._id))
    await admin.client.markShipped({ params: { id: order._id } })
  })
  assert.deepEqual(
    mails.map(({ subject }) => subject.replace(/\d+/, '1')),
    [`Order 1 placed – 12 × ${name}`, `Order 1 paid – 12 × ${name}`, `Order 1 shipped – 12 × ${name}`],
  )
  for (const { body } of mails) {
    assert.ok(body.startsWith('Hello Rita Moss,'))
    assert.ok(body.includes(`12 pieces of ${name}`))
  }
})

test('markup in a name is shown as text on the outbox page', async () => {
  const buyer = await shop.createBuyer()
  const tool = await addNamedTool('<script>alert(1)</script> https://evil.example/"onclick="x')
  await collectMails(() => orderTool(buyer, tool))
  const page = await (await shop.request('/dev/outbox')).text()
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  assert.ok(!page.includes('<script>'))
  assert.ok(!page.includes('"onclick="'))
})

test('a name with line breaks adds no header to its mail', async context => {
  const buyer = await shop.createBuyer()
  const tool = await addNamedTool('Saw\r\nBcc: evil@example.com\r\n\r\nHello')
  const [mail] = await collectMails(() => orderTool(buyer, tool))
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
  const url = `smtp://127.0.0.1:${port}`
  const transport = createSmtpTransport({ url, from: 'shop@example.com', requireTls: false }, () => 'Big Wholesale')
  await transport.deliver('1', { ...mail, html: '<p>Hello</p>' })
  transport.close()
  assert.deepEqual(
    received.map(each => each.to),
    [[buyer.email]],
  )
  const [head = ''] = received[0]?.text.split('\r\n\r\n') ?? []
  assert.match(head, /^Subject: =\?UTF-8\?Q\?Order_\d+_placed_/m)
  assert.match(head, /^MIME-Version: 1\.0/m)
  assert.ok(!/^Bcc:/im.test(head))
})
