import { Refusal } from '#contract/refusals.ts'
import { openPostgres } from '#db/postgres.ts'
import { copyTemplateDatabase } from '#test/databases.ts'
import { openShop, orderBodyFor, type Person, type TestShop } from '#test/open-shop.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { waitUntil } from '#test/wait-until.ts'
import { addTool } from './load-client.ts'
import type { Proof } from './proof.ts'

const portions = 50
const minimum = 3

/**
 * Lets 200 buyers race for the last 50 minimum orders of a tool, that many times; then the winners cancel, twice each,
 * while the losers try again. On PostgreSQL two storefronts sell out of one database.
 */
export async function race(server: string | undefined, rounds: number): Promise<Proof> {
  const shops = await openShops(server)
  const [{ app: store, newBuyer, logIn }] = shops
  const { db } = store.shop
  const admin = await logIn('admin@example.com', 'anvil-and-tongs')
  const people = await Promise.all(Array.from({ length: 4 * portions }, () => newBuyer()))
  const buyers = people.map((person, index) => ({ ...person, client: shopOf(shops, index).clientOf(person.token) }))
  const losses: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const tool = await addTool(admin, { name: `Last Anvil ${round}`, minimum, available: portions * minimum })
    const expect = (fact: string, is: unknown, wanted: unknown) => {
      if (is !== wanted) losses.push(`round ${round}: ${fact} ${is}, not ${wanted}`)
    }
    const count = async () => expect('pieces', await countPieces(db, tool._id), portions * minimum)
    const book = (buyer: Person) => outcome(buyer.client.placeOrder(orderBodyFor(tool, buyer)))

    const first = Promise.all(buyers.map(book))
    await watch(first, count)
    const ends = await first
    expect('accepted', ends.filter(end => end === 'done').length, portions)
    expect('refused', ends.filter(end => end === 'out_of_range').length, buyers.length - portions)
    expect('stock', await stockOf(shops, tool._id), 0)

    const winners = buyers.filter((_, index) => ends[index] === 'done')
    const losers = buyers.filter((_, index) => ends[index] !== 'done')
    const second = Promise.all([...winners.flatMap(buyer => [cancelAll(buyer), cancelAll(buyer)]), ...losers.map(book)])
    await watch(second, count)
    const cancels = (await second).slice(0, 2 * winners.length)
    const cancelled = winners.filter((_, index) => cancels.slice(2 * index, 2 * index + 2).includes('cancelled'))
    expect('cancelled', cancelled.length, portions)
    await count()
    losses.push(...(await findViolationsAtRest(db)))
  }
  for (const { app: store } of shops.toReversed()) await store.close()
  return {
    promise: 'no piece is sold twice, none is forgotten',
    attack: `200 buyers race for ${portions} orders, then cancel and order at once, on ${server ? 'two shops on PostgreSQL' : 'PGlite'}`,
    tries: `${rounds} rounds`,
    losses,
  }
}

type Shops = readonly [TestShop, ...TestShop[]]

async function openShops(server: string | undefined): Promise<Shops> {
  if (!server) return [await openShop()]
  const url = await copyTemplateDatabase(server)
  const open = async () =>
    openShop({ SECRET: 'one secret for all the shops there are' }, { database: await openPostgres(url, () => {}) })
  return [await open(), await open()]
}

const shopOf = (shops: Shops, index: number): TestShop => shops[index % shops.length] ?? shops[0]

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    error => (error instanceof Refusal ? error.code : String(error)),
  )
}

async function cancelAll(buyer: Person): Promise<string> {
  const [order] = await buyer.client.listOrders({})
  if (!order) return 'nothing'
  const end = await outcome(buyer.client.cancelOrder({ params: { id: order._id } }))
  return end === 'done' ? 'cancelled' : end
}

/** Repeats the check until the work is done; rejects if that takes more than a minute. */
async function watch(work: Promise<unknown>, check: () => Promise<void>): Promise<void> {
  let done = false
  const end = () => {
    done = true
  }
  work.then(end, end)
  const checked = async () => {
    await check()
    return done
  }
  await waitUntil(checked, 'all buyers have their answers', 60_000)
}

async function stockOf([{ client }]: Shops, id: string): Promise<number | undefined> {
  return (await client.listTools({ query: { id } }))[0]?.available
}
