import { eq, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { accounts } from '#db/tables/accounts.ts'
import { settleAtRows } from '#test/concurrent-calls.ts'
import type { TestAccount } from '#test/open-shop.ts'
import { payOrder } from '#test/orders.ts'
import { readActor } from '#test/read-actor.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, createRandom } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { describeShops, type Shops, withShops } from './race.ts'
import { addStepTool, type StepSubject, type StepTool, steps } from './steps.ts'

/** Rows that the steps of a pair wait for, to meet there, unless they meet by chance. */
const toHeldRows = ({ accountId, orderId, tools }: StepSubject): SQL[] => [
  sql`select from tools where false`,
  sql`select from accounts where id = ${accountId}`,
  sql`select from accounts where role = 'admin' order by id`,
  sql`select from orders where id = ${orderId}`,
  sql`select from brands order by id`,
  sql`select from categories order by id`,
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
  const tools: StepTool[] = []
  for (let index = 0; index < 4; index++) tools.push(await addStepTool(shop, `Step Tool ${index}`))
  const spares = [await addStepTool(shop, 'Spare'), await addStepTool(shop, 'Spare')]
  const imports: StepSubject['imports'] = []
  const adminIds = new Map<string, string>()
  for (const { email } of [first, second]) adminIds.set(email, (await readActor(shop.app.shop, { email })).account.id)
  const names = Object.keys(steps)
  const counts = { done: 0, refused: 0 }
  const violations: string[] = []

  async function choose(buyer: TestAccount, index: number): Promise<StepSubject> {
    const { rows } = await db.execute<{ accountId: string; orderId: string | null; returnId: string | null }>(sql`
      select accounts.id as "accountId", recent.id as "orderId", (
        select id from returns where order_id = recent.id order by id desc limit 1) as "returnId"
      from accounts left join (
        select * from orders order by id desc limit 8) as recent on account_id = accounts.id
      where email = ${buyer.email} order by random() limit 1`)
    const { accountId = '', orderId = null, returnId = null } = rows[0] ?? {}
    const id = orderId ?? crypto.randomUUID()
    const within = shops[index % shops.length] ?? shop
    const [by, other] = random() < 0.5 ? [first, second] : [second, first]
    const acting = { ...buyer, client: within.createClient(buyer.token) }
    const one = pick(tools)
    return {
      ...{ shop: within, pick, spares, imports },
      buyer: acting,
      accountId,
      admin: within.createClient(by.token),
      otherAdmin: other,
      otherAdminId: adminIds.get(other.email) ?? '',
      tools: [one, pick(tools.filter(tool => tool !== one))],
      orderId: id,
      returnId: returnId ?? crypto.randomUUID(),
      pay: () => payOrder({ shop: within, buyer: acting }, id),
    }
  }

  async function run(name: string, subject: StepSubject): Promise<string | undefined> {
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
    for (const [index, { email }] of buyers.entries())
      if ((await db.$count(accounts, eq(accounts.email, email))) === 0) buyers[index] = await shop.createVerifiedBuyer()
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
