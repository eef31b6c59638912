import { type SQL, sql } from 'drizzle-orm'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { settleAtRows } from '#test/concurrent-calls.ts'
import type { AddedTool, TestAccount } from '#test/open-shop.ts'
import { payOrder, toLine } from '#test/orders.ts'
import { readActor } from '#test/read-actor.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, createRandom } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { describeShops, type Shops, withShops } from './race.ts'

/** Whom and what a step is about. */
interface Subject {
  buyer: TestAccount
  accountId: string
  admin: Client
  otherAdmin: TestAccount
  otherAdminId: string
  tools: readonly [AddedTool, AddedTool]
  orderId: string
  returnId: string
  pay: () => Promise<unknown>
}

const until = new Date(Date.now() + 86_400_000).toISOString()
const newId = () => crypto.randomUUID()
const toLines = ({ tools }: Subject) => tools.map(tool => toLine(tool, 2))
const toParams = ({ orderId: id }: Subject) => ({ params: { id } })

/** Steps that change orders, accounts or the catalogue. */
const steps: Record<string, (subject: Subject) => Promise<unknown>> = {
  place: subject => subject.buyer.client.checkOut({ body: { lines: toLines(subject) } }),
  'place from the cart': subject =>
    subject.buyer.client.checkOut({ body: { lines: toLines(subject).toReversed(), fromCart: true } }),
  'fill the cart': subject => subject.buyer.client.mergeCart({ body: { lines: toLines(subject), mergeBy: 'sum' } }),
  'empty the cart': ({ buyer }) => buyer.client.emptyCart({}),
  change: subject => subject.buyer.client.changeOrder(toParams(subject)),
  cancel: subject => subject.buyer.client.cancelOrder(toParams(subject)),
  'give a number': subject => subject.buyer.client.changePoNumber({ ...toParams(subject), body: { poNumber: 'PO 1' } }),
  pay: ({ pay }) => pay(),
  'request a return': ({ buyer, orderId: id, tools }) =>
    buyer.client.requestReturn({
      params: { id, returnId: newId() },
      body: { lines: [{ toolId: tools[0]._id, quantity: 1 }], reason: 'Blunt' },
    }),
  'withdraw a return': ({ buyer, returnId: id }) => buyer.client.withdrawReturn({ params: { id } }),
  'save a list': subject => subject.buyer.client.addSavedList({ body: { name: 'Weekly', lines: toLines(subject) } }),
  'fill a cart for a buyer': subject =>
    subject.admin.putIntoAdminCart({ params: { id: subject.accountId }, body: { lines: toLines(subject) } }),
  'place for a buyer': subject =>
    subject.admin.placeOrderForAccount({ params: { id: subject.accountId }, body: { lines: toLines(subject) } }),
  'cancel for a buyer': subject => subject.admin.cancelAnyOrder(toParams(subject)),
  'cancel all': ({ admin, buyer: { email } }) => admin.cancelUnpaidOrders({ params: { email } }),
  hold: subject => subject.admin.holdOrder({ ...toParams(subject), body: { until } }),
  'end a hold': subject => subject.admin.endHold(toParams(subject)),
  'mark as paid': subject => subject.admin.markPaid({ ...toParams(subject), body: { reference: 'IN 1' } }),
  'ship a piece': ({ admin, orderId: id, tools }) =>
    admin.shipOrder({
      params: { id, shipmentId: newId() },
      body: { lines: [{ toolId: tools[1]._id, quantity: 1 }] },
    }),
  ship: subject => subject.admin.markShipped(toParams(subject)),
  refund: ({ admin, orderId: id, tools }) =>
    admin.refundOrder({
      params: { id, refundId: newId() },
      body: { amount: 1, reference: 'OUT 1', lines: [{ toolId: tools[0]._id, quantity: 1, restocked: true }] },
    }),
  'accept a return': ({ admin, returnId: id }) =>
    admin.answerReturn({ params: { id }, body: { accepted: true, answer: 'Send it.' } }),
  'receive a return': ({ admin, returnId: id }) => admin.receiveReturn({ params: { id }, body: {} }),
  'count the stock': ({ admin, tools: [{ _id: id }] }) =>
    admin.adjustStock({ params: { id, adjustmentId: newId() }, body: { reason: 'receipt', quantity: 1 } }),
  'change prices': ({ admin, tools }) =>
    admin.changePrices({
      body: {
        tools: tools.map(({ _id: id, price }) => {
          return { id, price, priceBreaks: [{ from: 50, price: price - 1 }], shown: { price, priceBreaks: [] } }
        }),
      },
    }),
  'put back on sale': ({ admin, tools }) =>
    admin.actOnTools({ body: { action: 'restore', ids: tools.map(({ _id }) => _id).toReversed() } }),
  discontinue: ({ admin, tools }) => admin.actOnTools({ body: { action: 'discontinue', ids: [tools[1]._id] } }),
  'write a note': ({ admin, accountId: id }) =>
    admin.addAccountNote({ params: { id, noteId: newId() }, body: { text: 'Pays late.' } }),
  block: ({ admin, accountId: id }) => admin.blockAccount({ params: { id }, body: { reason: 'Fraud' } }),
  unblock: ({ admin, accountId: id }) => admin.unblockAccount({ params: { id } }),
  'fill a cart for an admin': subject =>
    subject.admin.putIntoAdminCart({ params: { id: subject.otherAdminId }, body: { lines: toLines(subject) } }),
  'place for an admin': subject =>
    subject.admin.placeOrderForAccount({ params: { id: subject.otherAdminId }, body: { lines: toLines(subject) } }),
  'write a note about an admin': ({ admin, otherAdminId: id }) =>
    admin.addAccountNote({ params: { id, noteId: newId() }, body: { text: 'Orders, too.' } }),
  promote: ({ admin, otherAdmin: { email } }) => admin.promote({ params: { email } }),
  demote: ({ admin, otherAdmin: { email } }) => admin.demote({ params: { email } }),
}

/** Rows that the steps of a pair wait for, to meet there, unless they meet by chance. */
const toHeldRows = ({ accountId, orderId, tools }: Subject): SQL[] => [
  sql`select from tools where false`,
  sql`select from accounts where id = ${accountId}`,
  sql`select from accounts where role = 'admin' order by id`,
  sql`select from orders where id = ${orderId}`,
  sql`select from tools where id in (${tools[0]._id}, ${tools[1]._id}) order by id`,
]

/**
 * Runs two random steps at once, that many times, about the same few buyers, tools and orders: neither waits for the other in a
 * circle. On PostgreSQL each runs in a process of its own.
 */
export const raceSteps = (serverUrl: string | undefined, pairs: number, seed: number): Promise<AttackResult> =>
  withShops(serverUrl, shops => raceInPairs(shops, pairs, seed))

async function raceInPairs(shops: Shops, pairs: number, seed: number): Promise<AttackResult> {
  const [shop] = shops
  const { db } = shop.app.shop
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const first = await shop.logInAsAdmin()
  const second = await shop.createVerifiedBuyer()
  const buyers = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const tools: AddedTool[] = []
  for (let index = 0; index < 4; index++)
    tools.push(await shop.addTool({ name: `Step Tool ${index}`, available: 100_000 }))
  const adminIds = new Map<string, string>()
  for (const { email } of [first, second]) adminIds.set(email, (await readActor(shop.app.shop, { email })).account.id)
  const names = Object.keys(steps)
  const counts = { done: 0, refused: 0 }
  const violations: string[] = []

  async function choose(buyer: TestAccount, index: number): Promise<Subject> {
    const { rows } = await db.execute<{ accountId: string; orderId: string | null; returnId: string | null }>(sql`
      select accounts.id as "accountId", recent.id as "orderId", (
        select id from returns where order_id = recent.id order by id desc limit 1) as "returnId"
      from accounts left join (
        select * from orders order by id desc limit 8) as recent on account_id = accounts.id
      where email = ${buyer.email} order by random() limit 1`)
    const { accountId = '', orderId = null, returnId = null } = rows[0] ?? {}
    const id = orderId ?? newId()
    const within = shops[index % shops.length] ?? shop
    const [by, other] = random() < 0.5 ? [first, second] : [second, first]
    const acting = { ...buyer, client: within.createClient(buyer.token) }
    const one = pick(tools)
    return {
      buyer: acting,
      accountId,
      admin: within.createClient(by.token),
      otherAdmin: other,
      otherAdminId: adminIds.get(other.email) ?? '',
      tools: [one, pick(tools.filter(tool => tool !== one))],
      orderId: id,
      returnId: returnId ?? newId(),
      pay: () => payOrder({ shop: within, buyer: acting }, id),
    }
  }

  async function run(name: string, subject: Subject): Promise<string | undefined> {
    try {
      await steps[name]?.(subject)
      counts.done += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) return `${name}: ${error}`
      counts.refused += 1
    }
    return undefined
  }

  for (let pair = 0; pair < pairs; pair++) {
    // Rights that a step took away come back.
    await db.execute(sql`update accounts set blocked_at = null, role = case when email in (${first.email}, ${second.email})
      then 'admin' else role end where blocked_at is not null or email in (${first.email}, ${second.email})`)
    const buyer = pick(buyers)
    const [one, other] = [pick(names), pick(names)]
    const [subject, otherSubject] = [await choose(buyer, 0), await choose(random() < 0.8 ? buyer : pick(buyers), 1)]
    // Steps of one order meet oftener.
    if (random() < 0.7) {
      const { orderId, returnId, tools: shared } = subject
      Object.assign(otherSubject, { orderId, returnId, tools: random() < 0.5 ? shared : shared.toReversed() })
    }
    const calls = [() => run(one, subject), () => run(other, otherSubject)]
    const ends = await settleAtRows(db, pick(toHeldRows(subject)), ...calls)
    violations.push(...ends.filter(end => end !== undefined).map(end => `${one}, ${other}: ${end}`))
  }
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  const deadlocks = rows[0]?.deadlocks ?? 0
  if (deadlocks > 0) violations.push(`${deadlocks} deadlocks, which were repeated`)
  await backdateAndReconcile(shop.app.shop)
  violations.push(...(await findViolationsAtRest(db)))
  for (const { _id, name } of tools)
    if ((await countPieces(db, _id)) < 100_000) violations.push(`${name} has lost pieces`)
  return {
    guarantee: 'no two steps wait for each other in a circle',
    attack: `pairs of ${names.length} steps at once, of two admins and two buyers, on ${describeShops(shops)} (seed ${seed})`,
    extent: `${pairs} pairs: ${counts.done} done, ${counts.refused} refused`,
    violations,
  }
}
