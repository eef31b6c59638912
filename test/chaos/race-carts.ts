import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expireOrders } from '#jobs/expire-orders.ts'
import type { AddedTool, TestAccount } from '#test/open-shop.ts'
import { payOrder } from '#test/orders.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, createRandom } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { addTool } from './load-client.ts'
import { describeShops, type Shops, toOutcome, withShops } from './race.ts'

const toolCount = 12
const buyerCount = 40
const stock = 200

/**
 * Buyers order carts of two to eight of the same twelve tools, each in an order of its own, and pay for some and cancel some,
 * while orders expire and an admin holds orders, ends holds and edits the stock. On PostgreSQL two processes of a shop share the
 * database.
 */
export const raceCarts = (serverUrl: string | undefined, carts: number, seed: number): Promise<AttackResult> =>
  withShops(serverUrl, shops => raceForCarts(shops, carts, seed))

async function raceForCarts(shops: Shops, carts: number, seed: number): Promise<AttackResult> {
  const [{ app, createBuyer, logIn }] = shops
  const { db } = app.shop
  const random = createRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const admin = await logIn('admin@example.com', 'anvil-and-tongs')
  const tools: AddedTool[] = []
  for (let index = 0; index < toolCount; index++)
    tools.push(await addTool(admin, { name: `Cart Tool ${index}`, minimum: 1, available: stock }))
  const added = new Map(tools.map(({ _id }) => [_id, 0]))
  const outcomes = new Map<string, number>()
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

  async function orderCart(buyer: TestAccount): Promise<string> {
    const chosen = shuffle(tools, random).slice(0, 2 + pick(7))
    const lines = chosen.map(({ _id, price }) => ({ toolId: _id, price, quantity: 1 + pick(5) }))
    return toOutcome(buyer.client.checkOut({ body: { lines, phone: '', address: '' } }))
  }

  /** What somebody does with one of the buyer's unpaid orders. */
  async function actOnOne(
    buyer: TestAccount,
    done: string,
    action: (order: { _id: string; totalPrice: number }) => Promise<unknown>,
  ): Promise<string> {
    const orders = await buyer.client.listOrders({ query: { state: 'unpaid' } })
    const order = orders[pick(orders.length)]
    if (!order) return 'nothing to do'
    const outcome = await toOutcome(action(order))
    return outcome === 'done' ? done : outcome
  }

  const cancelOne = (buyer: TestAccount) =>
    actOnOne(buyer, 'cancelled', ({ _id: id }) => buyer.client.cancelOrder({ params: { id } }))
  const payOne = (buyer: TestAccount) =>
    actOnOne(buyer, 'paid', ({ _id: id }) => payOrder({ shop: shops[0], buyer }, id))
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const holdOne = (buyer: TestAccount) =>
    actOnOne(buyer, 'held', ({ _id: id }) => admin.client.holdOrder({ params: { id }, body: { until } }))
  const endOne = (buyer: TestAccount) =>
    actOnOne(buyer, 'hold ended', ({ _id: id }) => admin.client.endHold({ params: { id } }))

  async function editStock(): Promise<string> {
    const tool = tools[pick(toolCount)]
    const [shown] = await admin.client.listTools({ query: { id: tool?._id ?? '' } })
    if (!shown) return 'no tool'
    const change = pick(21) - 10
    const body = { ...shown, available: Math.max(0, shown.available + change), availableBefore: shown.available }
    const outcome = await toOutcome(admin.client.updateTool({ params: { id: shown._id }, body }))
    if (outcome !== 'done') return outcome
    added.set(shown._id, (added.get(shown._id) ?? 0) + body.available - shown.available)
    return 'stock edited'
  }

  async function expireSome(): Promise<string> {
    await db.execute(sql`update orders set expires_at = now(), created_at = created_at - interval '1 day'
      where id in (select id from orders where state = 'placed' order by random() limit 5 for update skip locked)`)
    await expireOrders(app.shop, () => {})
    return 'expired'
  }

  let left = carts
  async function act(buyer: TestAccount): Promise<void> {
    while (left > 0) {
      // PGlite answers at once: one buyer would go on while all others wait.
      await setImmediate()
      const dice = random()
      if (dice < 0.03) count(await expireSome())
      else if (dice < 0.1) count(await editStock())
      else if (dice < 0.2) count(await cancelOne(buyer))
      else if (dice < 0.35) count(await payOne(buyer))
      else if (dice < 0.45) count(await holdOne(buyer))
      else if (dice < 0.5) count(await endOne(buyer))
      else {
        left -= 1
        count(await orderCart(buyer))
      }
    }
  }
  const people = await Promise.all(Array.from({ length: buyerCount }, () => createBuyer()))
  const buyers = people.map((person, index) => ({
    ...person,
    client: (shops[index % shops.length] ?? shops[0]).createClient(person.token),
  }))
  await Promise.all(buyers.map(act))

  const violations = [...outcomes.keys()].filter(outcome => !expectedOutcomes.has(outcome))
  for (const { _id, name } of tools) {
    const pieces = await countPieces(db, _id)
    const expected = stock + (added.get(_id) ?? 0)
    if (pieces !== expected) violations.push(`${name}: ${pieces} pieces, not ${expected}`)
  }
  await backdateAndReconcile(app.shop)
  violations.push(...(await findViolationsAtRest(db)))
  return {
    guarantee: 'an order of several lines takes all of its pieces or none',
    attack: `${buyerCount} buyers order, pay for and cancel overlapping carts while orders are held and expire and stock is edited, on ${describeShops(shops)} (seed ${seed})`,
    extent: `${carts} carts: ${[...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', ')}`,
    violations,
  }
}

const expectedOutcomes = new Set([
  'done',
  'paid',
  'held',
  'hold ended',
  'cancelled',
  'expired',
  'stock edited',
  'nothing to do',
  'lines_refused',
  'unpaid_limit',
  'order_not_found',
  'order_cancelled',
  'order_paid',
  'sold_out',
  'sold_out_while_paying',
  'cancelled_while_paying',
  'payment_incomplete',
  'payment_processing',
  'payment_released',
  'changed_meanwhile',
])

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map(item => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
}
