import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { accounts } from '#db/tables/accounts.ts'
import { orders } from '#db/tables/orders.ts'
import { balanceStock } from '#test/balance-stock.ts'
import {
  type AddedTool,
  assertRefused,
  buildOrderInput,
  openShop,
  type TestAccount,
  type TestShop,
} from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'

type NewTool = InputOf<'addTool'>['body']

let shop: TestShop

async function open(environment: Record<string, string> = {}): Promise<void> {
  shop = await openShop(environment)
}

const addTool = (stock: Partial<NewTool> = {}) => shop.addTool({ available: 1000, ...stock })

const place = (buyer: TestAccount, tool: AddedTool, quantity?: number) =>
  buyer.client.placeOrder(buildOrderInput(tool, buyer, quantity))

async function placeAtOnce(buyer: TestAccount, tool: AddedTool, count: number): Promise<string[]> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => place(buyer, tool)))
  return outcomes.map(outcome => (outcome.status === 'fulfilled' ? 'placed' : outcome.reason.code)).toSorted()
}

const repeat = (count: number, outcome: string) => Array<string>(count).fill(outcome)

async function payNewestOrder(buyer: TestAccount): Promise<void> {
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  const body = { orderId: order?._id ?? '', totalPrice: order?.totalPrice ?? 0 }
  const { clientSecret } = await buyer.client.createPaymentIntent({ body })
  await payByCard(shop, clientSecret)
  await buyer.client.recordPayment({
    params: { id: body.orderId },
    body: { transactionId: getIntentId(clientSecret), orderId: body.orderId },
  })
}

async function readRefusal(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => assert.fail('not refused'),
    error => error,
  )
  assert.ok(error instanceof Refusal, String(error))
  return error
}

type CreditCode = 'credit_limit' | 'unverified_credit_limit'

/** Asserts that an order of more is refused, with the maximum. */
async function assertMaxQuantity(
  buyer: TestAccount,
  tool: AddedTool,
  max: number,
  code: CreditCode = 'credit_limit',
): Promise<void> {
  const refusal = await readRefusal(place(buyer, tool, max + 1))
  const until = code === 'credit_limit' ? 'more is paid for' : 'the email is verified'
  assert.deepEqual(
    [refusal.code, refusal.errors[0]?.message, refusal.errors[0]?.nearest],
    [code, `At most ${max} pieces can be ordered until ${until}.`, [max]],
  )
}

async function readHoldMinutes(buyer: TestAccount): Promise<number> {
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  return (Date.parse(order?.heldUntil ?? '') - Date.now()) / 60_000
}

/** Unverified accounts there have no unpaid orders then. */
async function freeIpAddress(): Promise<void> {
  await shop.app.shop.db.update(orders).set({ ipKey: 'another address' }).where(isNotNull(orders.ipKey))
}

async function readStock(tool: AddedTool): Promise<number | undefined> {
  const [found] = await shop.client.listTools({ query: { id: tool._id } })
  return found?.available
}

test('a buyer has at most fifty unpaid orders, also when they are placed at once', async t => {
  await open()
  t.after(() => shop.app.close())
  const tool = await addTool()
  const buyer = await shop.createVerifiedBuyer()
  assert.deepEqual(await placeAtOnce(buyer, tool, 70), [...repeat(50, 'placed'), ...repeat(20, 'unpaid_limit')])
  await assertRefused(place(buyer, tool), 'unpaid_limit')
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } })
  await place(buyer, tool)
})

describe('where new accounts are limited', () => {
  before(() => open({ UNVERIFIED_LIMITS: 'on' }))
  after(() => shop.app.close())

  test('an unverified account has at most two unpaid orders, and five with others at its IP address', async () => {
    const tool = await addTool()
    const refused = 'unverified_unpaid_limit'
    const [first, second, third, fourth] = [
      await shop.createBuyer(),
      await shop.createBuyer(),
      await shop.createBuyer(),
      await shop.createBuyer(),
    ]
    assert.deepEqual(await placeAtOnce(first, tool, 24), [...repeat(2, 'placed'), ...repeat(22, refused)])
    assert.deepEqual(await placeAtOnce(second, tool, 3), [...repeat(2, 'placed'), refused])
    const [one, other] = await Promise.all([placeAtOnce(third, tool, 2), placeAtOnce(fourth, tool, 2)])
    assert.deepEqual([...one, ...other].toSorted(), ['placed', ...repeat(3, refused)])
    assert.equal(await readStock(tool), tool.available - 5)
    const verified = await shop.createVerifiedBuyer()
    assert.deepEqual(await placeAtOnce(verified, tool, 3), repeat(3, 'placed'))
    await shop.app.shop.db.update(orders).set({ state: 'cancelled' })
    await balanceStock(shop.app.shop.db)
    assert.deepEqual(await placeAtOnce(first, tool, 3), [...repeat(2, 'placed'), refused])
  })

  test('a verified account has at most ten unpaid orders until one is paid', async () => {
    const tool = await addTool()
    const buyer = await shop.createVerifiedBuyer()
    assert.deepEqual(await placeAtOnce(buyer, tool, 12), [...repeat(10, 'placed'), ...repeat(2, 'unpaid_limit')])
    await payNewestOrder(buyer)
    assert.deepEqual(await placeAtOnce(buyer, tool, 45), [...repeat(41, 'placed'), ...repeat(4, 'unpaid_limit')])
  })

  test('buyers beyond their credit hold at most half of a tool together, also when they order at once', async () => {
    const tool = await addTool({ available: 101 })
    const [first, second] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    await assertMaxQuantity(first, tool, 25)
    const outcomes = await Promise.allSettled([first, second].map(buyer => place(buyer, tool, 25)))
    assert.deepEqual(outcomes.map(outcome => outcome.status).toSorted(), ['fulfilled', 'rejected'])
    const winner = outcomes[0]?.status === 'fulfilled' ? first : second
    const other = winner === first ? second : first
    await assertMaxQuantity(other, tool, 12)
    await place(other, tool, 12)
    await assertRefused(place(winner, tool, 1), 'credit_limit')
    assert.equal(await readStock(tool), 64)

    await payNewestOrder(winner)
    await place(winner, tool, 20)
    assert.equal(await readStock(tool), 44)
    await assertMaxQuantity(other, tool, 2)
    await place(other, tool, 2)
    await assertRefused(place(other, tool, 1), 'credit_limit')
    await place(winner, tool, 42)
    assert.equal(await readStock(tool), 0)
  })

  test('each of them orders at most half of what others left; then minimum orders are held for half an hour', async () => {
    const tool = await addTool({ minimum: 60 })
    for (const max of [250, 125, 62]) {
      const buyer = await shop.createVerifiedBuyer()
      await assertMaxQuantity(buyer, tool, max)
      await place(buyer, tool, max)
      assert.ok((await readHoldMinutes(buyer)) > 9_000)
    }
    for (let order = 1; order <= 5; order++) {
      const buyer = await shop.createVerifiedBuyer()
      await assertMaxQuantity(buyer, tool, 60)
      await place(buyer, tool, 60)
      assert.equal(Math.round(await readHoldMinutes(buyer)), 30)
      await assertRefused(place(buyer, tool, 60), 'credit_limit')
    }
    // A quarter stays for buyers who have paid.
    const { code, message, errors } = await readRefusal(place(await shop.createVerifiedBuyer(), tool, 60))
    assert.deepEqual([code, message], ['credit_limit', 'Unpaid orders can hold only a part of the stock.'])
    assert.equal(
      errors[0]?.message,
      'None can be ordered until more is paid for: your unpaid orders can hold no more of it.',
    )
    assert.equal(errors[0]?.nearest, undefined)
    assert.equal(await readStock(tool), 263)
  })

  test('buyers with unverified emails hold at most a quarter together; verified ones go on within the half', async () => {
    await freeIpAddress()
    const tool = await addTool({ minimum: 30 })
    const code = 'unverified_credit_limit'
    await place(await shop.createVerifiedBuyer(), tool, 100)
    for (const max of [125, 62, 31]) {
      const buyer = await shop.createBuyer()
      await assertMaxQuantity(buyer, tool, max, code)
      await place(buyer, tool, max)
    }
    await place(await shop.createBuyer(), tool, 30)
    const { code: refused, errors } = await readRefusal(place(await shop.createBuyer(), tool, 30))
    assert.deepEqual(
      [refused, errors[0]?.message],
      [code, 'None can be ordered until the email is verified: your unpaid orders can hold no more of it.'],
    )
    await assertMaxQuantity(await shop.createVerifiedBuyer(), tool, 76)
  })

  test('a buyer with an unverified email has no minimum order above the quarter, a verified one up to three', async () => {
    await freeIpAddress()
    const tool = await addTool({ available: 39, minimum: 10 })
    const buyer = await shop.createBuyer()
    await assertRefused(place(buyer, tool, 10), 'unverified_credit_limit')
    await shop.setStock(tool._id, 40)
    await place(buyer, tool, 10)
    for (let order = 1; order <= 2; order++) await place(await shop.createVerifiedBuyer(), tool, 10)
    await assertRefused(place(await shop.createVerifiedBuyer(), tool, 10), 'credit_limit')
  })

  test('a buyer has two such half hours a day, also by cancelling and ordering again', async () => {
    const tool = await addTool({ available: 20, minimum: 10, price: 0.5 })
    const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    for (let order = 1; order <= 2; order++) await place(buyer, await addTool())
    const cancel = async () => {
      const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
      await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } })
    }
    for (let order = 1; order <= 2; order++) {
      await place(buyer, tool, 10)
      await assertRefused(place(other, tool, 10), 'credit_limit')
      await cancel()
    }
    const { code, errors } = await readRefusal(place(buyer, tool, 10))
    assert.deepEqual(
      [code, errors[0]?.message],
      [
        'credit_limit',
        'None can be ordered until more is paid for or a day has passed: two such orders were held for half an hour.',
      ],
    )
    await place(other, tool, 10)
    await payNewestOrder(other)
    await shop.app.shop.db.update(orders).set({ createdAt: sql`created_at - interval '1 day'` })
    await place(buyer, tool, 10)
  })

  test('an email that is not verified is no reason where verified ones could order no more', async () => {
    const tool = await addTool({ minimum: 30 })
    for (const max of [250, 125]) await place(await shop.createVerifiedBuyer(), tool, max)
    await assertMaxQuantity(await shop.createBuyer(), tool, 62)
  })

  test('a minimum order above a quarter of the stock is held for half an hour, and so is an order with one', async () => {
    const [tool, other] = [await addTool({ available: 100, minimum: 60 }), await addTool()]
    const [first, second] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    await assertMaxQuantity(first, tool, 60)
    const lines = [other, tool].map(({ _id, minimum, price }) => ({ toolId: _id, quantity: minimum, price }))
    await first.client.checkOut({ body: { lines, phone: '555 0100', address: '1 Forge Lane' } })
    assert.equal(Math.round(await readHoldMinutes(first)), 30)
    assert.equal(await readStock(tool), 40)
    await shop.setStock(tool._id, 60)
    await assertRefused(place(second, tool, 60), 'credit_limit')
    await shop.setStock(tool._id, 180)
    await place(second, tool, 60)
  })

  test('an order has at most three such lines', async () => {
    const scarce = await Promise.all([1, 2, 3, 4].map(() => addTool({ available: 50, minimum: 50 })))
    const plenty = await addTool()
    const buyer = await shop.createVerifiedBuyer()
    const checkOut = (tools: readonly AddedTool[]) => {
      const lines = tools.map(({ _id, minimum, price }) => ({ toolId: _id, quantity: minimum, price }))
      return buyer.client.checkOut({ body: { lines, phone: '555 0100', address: '1 Forge Lane' } })
    }
    const { code, errors } = await readRefusal(checkOut([plenty, ...scarce]))
    const message = 'An order can have 3 tools of which so little is left. Please order this one separately.'
    assert.deepEqual([code, errors], ['lines_refused', [{ field: 'lines.4', message, code: 'credit_limit' }]])
    const few = await addTool({ available: 40, minimum: 50 })
    const [refused, ...others] = (await readRefusal(checkOut([few, ...scarce.slice(1)]))).errors
    assert.deepEqual([refused?.field, refused?.code, others], ['lines.0', 'out_of_range', []])
    await checkOut([plenty, ...scarce.slice(1)])
    assert.deepEqual(await Promise.all(scarce.map(readStock)), [50, 0, 0, 0])
  })

  test('while nobody holds a tool, its minimum may be ordered, also all of it', async () => {
    const tool = await addTool({ available: 60, minimum: 60 })
    const buyer = await shop.createVerifiedBuyer()
    const { code, errors } = await readRefusal(place(buyer, tool, 61))
    assert.deepEqual([code, errors[0]?.message], ['out_of_range', 'Only 60 pieces are in stock.'])
    await place(buyer, tool, 60)
    assert.equal(await readStock(tool), 0)
  })

  test('the maximum is a number of whole packs', async () => {
    const buyer = await shop.createVerifiedBuyer()
    for (const [available, most] of [
      [110, 24],
      [30, 12],
    ] as const) {
      const tool = await addTool({ available, minimum: 12, increment: 12 })
      const { errors } = await readRefusal(place(buyer, tool, most + 12))
      assert.deepEqual(errors[0]?.nearest, [most])
      await place(buyer, tool, most)
    }
  })

  test('ten times what a buyer has paid is free of that limit, also when the orders come at once', async () => {
    const tool = await addTool()
    const [buyer, newcomer] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    await place(buyer, tool, 1)
    await payNewestOrder(buyer)
    const isBeyond = and(
      sql`${orders.id} in (select order_id from order_lines where tool_id = ${tool._id})`,
      eq(orders.state, 'placed'),
      orders.beyondCredit,
    )
    assert.deepEqual(await placeAtOnce(buyer, tool, 14), repeat(14, 'placed'))
    assert.equal(await shop.app.shop.db.$count(orders, isBeyond), 4)
    await assertMaxQuantity(buyer, tool, 243)
    await place(buyer, tool, 243)
    await assertMaxQuantity(newcomer, tool, 123)
    assert.equal(await readStock(tool), 742)
  })

  test('the list price counts against the credit where it is sent for a quantity with a lower price', async () => {
    const [tool, scarce] = [await addTool({ priceBreaks: [{ from: 20, price: 5 }] }), await addTool({ available: 100 })]
    const buyer = await shop.createVerifiedBuyer()
    await place(buyer, await addTool(), 10)
    await payNewestOrder(buyer)
    const checkOut = (price: number) => {
      const lines = [
        { toolId: tool._id, quantity: 50, price },
        { toolId: scarce._id, quantity: 60, price: 10 },
      ]
      return buyer.client.checkOut({ body: { lines, phone: '555 0100', address: '1 Forge Lane' } })
    }
    const { code, errors } = await readRefusal(checkOut(10))
    assert.deepEqual([code, errors.map(error => error.code)], ['lines_refused', ['credit_limit']])
    await checkOut(5)
  })

  test('what is left of the credit may be more than the limit', async () => {
    const tool = await addTool({ available: 2000 })
    const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    await place(other, tool, 500)
    await place(buyer, tool, 60)
    await payNewestOrder(buyer)
    const lowPriced = await shop.addTool({ price: 1 })
    await place(buyer, lowPriced, 10)
    // $6,000 of credit, of which $10 are used, at $10 each.
    await assertMaxQuantity(buyer, tool, 599)
    await place(buyer, tool, 599)
  })

  test('an admin who orders for a buyer decides how much', async () => {
    const [tool, buyer] = [await addTool(), await shop.createVerifiedBuyer()]
    const admin = await shop.logInAsAdmin()
    const [account] = await admin.client.listAccounts({ query: { q: buyer.email } })
    const body = { lines: [{ toolId: tool._id, quantity: 1000, price: tool.price }] }
    await admin.client.placeOrderForAccount({ params: { id: account?._id ?? '' }, body })
    assert.equal(await readStock(tool), 0)
  })

  test('a buyer who has paid enough may take everything', async () => {
    const tool = await addTool()
    const buyer = await shop.createVerifiedBuyer()
    await place(buyer, tool, 100)
    await payNewestOrder(buyer)
    await place(buyer, tool, 900)
    assert.equal(await readStock(tool), 0)
    await assertRefused(place(buyer, await addTool(), 251), 'credit_limit')
  })

  test('a payment is credit for the account whose order it was', async () => {
    const tool = await addTool()
    const [payer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    for (const buyer of [payer, other]) await place(buyer, tool)
    await payNewestOrder(payer)
    const readPaid = async ({ email }: TestAccount) =>
      (await shop.app.shop.db.select().from(accounts).where(eq(accounts.email, email)))[0]?.paidCents
    assert.deepEqual([await readPaid(payer), await readPaid(other)], [1000, 0])
    await place(payer, tool)
    await payNewestOrder(payer)
    assert.equal(await readPaid(payer), 2000)
  })
})
