import { findFreePort } from '#test/free-port.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, isTrueWithin } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { addTool, logInAsAdmin, renewToken, signUp } from './load-client.ts'
import { startPersistentBuyers } from './persistent-load.ts'
import { limitStatements, startPgbouncer } from './pgbouncer.ts'
import { findLost } from './purchase.ts'
import { createStorage, startShop } from './shop-process.ts'

const stock = 10_000_000

/** Lets buyers order at two processes behind one PgBouncer in transaction mode, and kills that one again and again. */
export async function killPooler(serverUrl: string, kills: number): Promise<AttackResult> {
  await using started = new AsyncDisposableStack()
  const storage = await createStorage(serverUrl)
  started.defer(storage.remove)
  const pooler = await startPgbouncer(serverUrl)
  started.defer(pooler.remove)
  const direct = storage.environment.DATABASE_URL ?? ''
  await limitStatements(direct)
  const start = async () => {
    const urls = { DATABASE_URL: pooler.toPooledUrl(direct), DATABASE_DIRECT_URL: direct }
    const shop = await startShop({ ...storage.environment, ...urls, PORT: String(await findFreePort()) })
    started.defer(async () => void (await shop.end('SIGKILL')))
    return shop
  }
  const violations: string[] = []
  const [first, second] = [await start(), await start()]
  const admin = await logInAsAdmin(first.origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: stock })
  const buyers = await Promise.all([0, 1, 2, 3, 4, 5].map(index => signUp(first.origin, `buyer${index}@example.com`)))
  const elsewhere = await Promise.all(buyers.slice(3).map(buyer => renewToken(second.origin, buyer)))
  const loads = [
    startPersistentBuyers(first.origin, { admin, buyers: buyers.slice(0, 3) }, tool),
    startPersistentBuyers(second.origin, { admin: await renewToken(second.origin, admin), buyers: elsewhere }, tool),
  ]
  const countDone = () => loads.reduce((sum, load) => sum + load.countDone(), 0)
  for (let kill = 0; kill < kills; kill++) {
    const before = countDone()
    if (!(await isTrueWithin(() => countDone() > before + 10))) violations.push('the shop does not go on')
    await pooler.replace()
  }
  const before = countDone()
  if (!(await isTrueWithin(() => countDone() > before + 10))) violations.push('the shop does not go on')
  for (const load of loads) violations.push(...(await load.stop()))
  for (const shop of [first, second])
    if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  await storage.inspect(async shop => {
    await backdateAndReconcile(shop)
    const purchases = loads.flatMap(load => load.purchases)
    violations.push(...(await findLost(shop.db, purchases)), ...(await findViolationsAtRest(shop.db)))
    const pieces = await countPieces(shop.db, tool._id)
    if (pieces !== stock) violations.push(`${pieces} pieces of ${stock}`)
  })
  return {
    guarantee: 'what was acknowledged through a pooler persists, and nobody has to restart the shop',
    attack: `kill -9 of PgBouncer ${pooler.version} in transaction mode, which two processes share`,
    extent: `${kills} kills, ${loads.flatMap(load => load.purchases).length} orders`,
    violations,
  }
}
