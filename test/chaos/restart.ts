import { findFreePort } from '#test/free-port.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, isTrueWithin } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { killOneOfTwo } from './kill-one.ts'
import { startLoad } from './load.ts'
import { addTool, logInAsAdmin, signUp } from './load-client.ts'
import { openProxy } from './proxy.ts'
import { findLost } from './purchase.ts'
import { createStorage, startShop } from './shop-process.ts'
import { findOpenConnections, stopDuringBody } from './stop.ts'

const stock = 10_000_000

/**
 * Stops and starts two processes behind a proxy in turn, that many times, while people read and order: no request may
 * fail. Then stops one that has half a body, and kills one of two that share a port.
 */
export async function restart(serverUrl: string, restarts: number): Promise<AttackResult> {
  const storage = await createStorage(serverUrl)
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const startProcess = async () => {
    const environment = { ...storage.environment, PORT: String(await findFreePort()), PUBLIC_URL: origin }
    return { environment, port: Number(environment.PORT), shop: await startShop(environment) }
  }
  const [first, second] = [await startProcess(), await startProcess()]
  const proxy = await openProxy(port, [first.port, second.port])
  const areBothReady = () => isTrueWithin(() => proxy.isReady(first.port) && proxy.isReady(second.port))
  const violations: string[] = []
  await areBothReady()
  const admin = await logInAsAdmin(origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: stock })
  const buyers = await Promise.all([0, 1, 2, 3].map(index => signUp(origin, `buyer${index}@example.com`)))
  const load = startLoad(origin, { admin, buyers }, tool)
  try {
    for (let count = 0; count < restarts; count++) {
      const next = count % 2 === 0 ? first : second
      if ((await next.shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${next.shop.output.err}`)
      next.shop = await startShop(next.environment)
      if (!(await areBothReady())) violations.push('a process that never got ready')
    }
    violations.push(...(await load.stop()))
    violations.push(...(await stopDuringBody(first.shop, admin, tool)))
    if ((await second.shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${second.shop.output.err}`)
    violations.push(...(await findOpenConnections(storage.environment.DATABASE_URL)))
    const onPort = { ...storage.environment, PORT: String(first.port) }
    const killed = await killOneOfTwo(onPort, { admin, buyers }, tool)
    violations.push(...killed.violations)
    await storage.inspect(async shop => {
      await backdateAndReconcile(shop)
      violations.push(
        ...(await findLost(shop.db, [...load.purchases, ...killed.purchases])),
        ...(await findViolationsAtRest(shop.db)),
      )
      const pieces = await countPieces(shop.db, tool._id)
      if (pieces !== stock) violations.push(`${pieces} pieces of ${stock}`)
    })
  } finally {
    for (const { shop } of [first, second]) await shop.end('SIGKILL')
    proxy.close()
    storage.remove()
  }
  return {
    guarantee: 'a rolling restart fails no request',
    attack: 'SIGTERM to each of two processes behind a proxy under load; with half a body sent; kill -9 of one of two',
    extent: `${restarts} restarts, ${load.countReads()} reads, ${load.purchases.length} orders`,
    violations: violations,
  }
}
