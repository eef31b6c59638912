import { openPostgres } from '#db/postgres.ts'
import { createDataFolder } from '#test/databases.ts'
import { findFreePort } from '#test/free-port.ts'
import { openShop } from '#test/open-shop.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, isTrueWithin } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { addTool, logInAsAdmin, renewToken, signUp } from './load-client.ts'
import { startPersistentBuyers } from './persistent-load.ts'
import { findLost } from './purchase.ts'
import { failOver, startReplicatedDatabase } from './replicated-database.ts'
import { startShop } from './shop-process.ts'

const stock = 10_000_000

/** Lets buyers order at two processes, crashes their PostgreSQL, and promotes its synchronous replica after a while. */
export async function crashPrimary(): Promise<AttackResult> {
  await using started = new AsyncDisposableStack()
  const database = await startReplicatedDatabase()
  started.defer(database.remove)
  const environment = { DATA_DIR: createDataFolder(), RATE_LIMITS: 'off', SECRET: 'one secret for both processes 000' }
  const start = async () => {
    const shop = await startShop({ ...environment, DATABASE_URL: database.url, PORT: String(await findFreePort()) })
    started.defer(async () => void (await shop.end('SIGKILL')))
    return shop
  }
  const violations: string[] = []
  const shops = [await start(), await start()] as const
  const [first, second] = shops
  const admin = await logInAsAdmin(first.origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: stock })
  const buyers = await Promise.all([0, 1, 2, 3, 4, 5].map(index => signUp(first.origin, `buyer${index}@example.com`)))
  const elsewhere = await Promise.all([admin, ...buyers.slice(3)].map(each => renewToken(second.origin, each)))
  const [otherAdmin = admin, ...otherBuyers] = elsewhere
  const loads = [
    startPersistentBuyers(first.origin, { admin, buyers: buyers.slice(0, 3) }, tool),
    startPersistentBuyers(second.origin, { admin: otherAdmin, buyers: otherBuyers }, tool),
  ]
  const hasEachDone = (count: number) => loads.every(load => load.countDone() >= count)
  const isReady = async () =>
    (await Promise.all(shops.map(({ origin }) => fetch(`${origin}/readyz`)))).every(({ ok }) => ok)
  if (!(await isTrueWithin(() => hasEachDone(20)))) violations.push('no load')
  const crashed = performance.now()
  await failOver(database, async () => {
    if (await isReady()) violations.push('ready without a server that writes')
  })
  if (!(await isTrueWithin(isReady, 30))) violations.push('never ready again')
  const outage = performance.now() - crashed
  const before = loads.map(load => load.countDone())
  const hasProgressed = () => loads.every((load, index) => load.countDone() > (before[index] ?? 0) + 10)
  if (!(await isTrueWithin(hasProgressed))) violations.push('the shop does not go on')
  for (const load of loads) violations.push(...(await load.stop()))
  for (const shop of shops) if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  const { app } = await openShop({}, { database: await openPostgres(database.replicaUrl, () => {}) })
  await backdateAndReconcile(app.shop)
  violations.push(
    ...(await findLost(
      app.shop.db,
      loads.flatMap(load => load.purchases),
    )),
    ...(await findViolationsAtRest(app.shop.db)),
  )
  const pieces = await countPieces(app.shop.db, tool._id)
  if (pieces !== stock) violations.push(`${pieces} pieces of ${stock}`)
  await app.close()
  return {
    guarantee: 'what was acknowledged survives the loss of the primary, and nobody has to restart the shop',
    attack:
      'a crash of the primary under load, a second in which its address leads to a replica that only reads, its promotion',
    extent: `2 processes, ${loads.flatMap(load => load.purchases).length} orders, ready again after ${(outage / 1000).toFixed(1)} s`,
    violations,
  }
}
