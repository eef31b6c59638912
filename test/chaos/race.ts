import { Refusal } from '#contract/refusal.ts'
import { openPostgres } from '#db/postgres.ts'
import { copyTemplateDatabase } from '#test/databases.ts'
import { buildOrderInput, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { waitUntil } from '#test/wait-until.ts'
import type { AttackResult } from './attack-result.ts'
import { addTool } from './load-client.ts'

const availableOrders = 50
const minimum = 3

/**
 * Lets 200 buyers race for the last 50 minimum orders of a tool, that many times; then the winners cancel, twice each,
 * while the losers try again. On PostgreSQL two processes of a shop share the database.
 */
export async function race(serverUrl: string | undefined, rounds: number): Promise<AttackResult> {
  const shops = await openShops(serverUrl)
  const [{ app, createBuyer, logIn }] = shops
  const { db } = app.shop
  const admin = await logIn('admin@example.com', 'anvil-and-tongs')
  const accounts = await Promise.all(Array.from({ length: 4 * availableOrders }, () => createBuyer()))
  const buyers = accounts.map((person, index) => ({
    ...person,
    client: getShop(shops, index).createClient(person.token),
  }))
  const violations: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const tool = await addTool(admin, { name: `Last Anvil ${round}`, minimum, available: availableOrders * minimum })
    const checkEqual = (fact: string, is: unknown, wanted: unknown) => {
      if (is !== wanted) violations.push(`round ${round}: ${fact} ${is}, not ${wanted}`)
    }
    const checkPieces = async () => checkEqual('pieces', await countPieces(db, tool._id), availableOrders * minimum)
    const placeOrder = (buyer: TestAccount) => toOutcome(buyer.client.placeOrder(buildOrderInput(tool, buyer)))

    const first = Promise.all(buyers.map(placeOrder))
    await watch(first, checkPieces)
    const outcomes = await first
    checkEqual('accepted', outcomes.filter(outcome => outcome === 'done').length, availableOrders)
    checkEqual(
      'refused',
      outcomes.filter(outcome => outcome === 'out_of_range').length,
      buyers.length - availableOrders,
    )
    checkEqual('stock', await getStock(shops, tool._id), 0)

    const winners = buyers.filter((_, index) => outcomes[index] === 'done')
    const losers = buyers.filter((_, index) => outcomes[index] !== 'done')
    const second = Promise.all([
      ...winners.flatMap(buyer => [cancelNewest(buyer), cancelNewest(buyer)]),
      ...losers.map(placeOrder),
    ])
    await watch(second, checkPieces)
    const cancels = (await second).slice(0, 2 * winners.length)
    const cancelled = winners.filter((_, index) => cancels.slice(2 * index, 2 * index + 2).includes('cancelled'))
    checkEqual('cancelled', cancelled.length, availableOrders)
    await checkPieces()
    violations.push(...(await findViolationsAtRest(db)))
  }
  for (const { app } of shops.toReversed()) await app.close()
  return {
    guarantee: 'no piece is oversold or lost',
    attack: `200 buyers race for ${availableOrders} orders, then cancel and order at once, on ${serverUrl ? 'two processes of a shop on PostgreSQL' : 'PGlite'}`,
    extent: `${rounds} rounds`,
    violations: violations,
  }
}

type Shops = readonly [TestShop, ...TestShop[]]

export async function openShops(serverUrl: string | undefined): Promise<Shops> {
  if (!serverUrl) return [await openShop()]
  const url = await copyTemplateDatabase(serverUrl)
  const open = async () =>
    openShop({ SECRET: 'one secret for all the shops there are' }, { database: await openPostgres(url, () => {}) })
  return [await open(), await open()]
}

const getShop = (shops: Shops, index: number): TestShop => shops[index % shops.length] ?? shops[0]

export async function toOutcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    error => (error instanceof Refusal ? error.code : String(error)),
  )
}

async function cancelNewest(buyer: TestAccount): Promise<string> {
  const [order] = await buyer.client.listOrders({})
  if (!order) return 'nothing'
  const outcome = await toOutcome(buyer.client.cancelOrder({ params: { id: order._id } }))
  return outcome === 'done' ? 'cancelled' : outcome
}

/** Repeats the check until the work is done; rejects if that takes more than a minute. */
async function watch(work: Promise<unknown>, check: () => Promise<void>): Promise<void> {
  let done = false
  const markDone = () => {
    done = true
  }
  work.then(markDone, markDone)
  const checkUntilDone = async () => {
    await check()
    return done
  }
  await waitUntil(checkUntilDone, 'all buyers have their answers', 60_000)
}

async function getStock([{ client }]: Shops, id: string): Promise<number | undefined> {
  return (await client.listTools({ query: { id } }))[0]?.available
}
