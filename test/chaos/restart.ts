import { freePort } from '#test/free-port.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { killOneOfTwo } from './kill-one.ts'
import { startLoad } from './load.ts'
import { addTool, logInAsAdmin, signUp } from './load-client.ts'
import { isTrueWithin, type Proof } from './proof.ts'
import { openProxy } from './proxy.ts'
import { findLost } from './purchase.ts'
import { runReconcileLater } from './run-reconcile-later.ts'
import { createStorage, startShop } from './shop-process.ts'
import { findOpenConnections, stopDuringBody } from './stop.ts'

const stock = 10_000_000

/**
 * Stops and starts two processes behind a proxy in turn, that many times, while people read and order: no request may
 * fail. Then stops one that has half a body, and kills one of two that share a port.
 */
export async function restart(server: string, restarts: number): Promise<Proof> {
  const ground = await createStorage(server)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const replica = async () => {
    const environment = { ...ground.environment, PORT: String(await freePort()), PUBLIC_URL: origin }
    return { environment, port: Number(environment.PORT), shop: await startShop(environment) }
  }
  const [first, second] = [await replica(), await replica()]
  const proxy = await openProxy(port, [first.port, second.port])
  const bothReady = () => isTrueWithin(() => proxy.isReady(first.port) && proxy.isReady(second.port))
  const losses: string[] = []
  await bothReady()
  const admin = await logInAsAdmin(origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: stock })
  const buyers = await Promise.all([0, 1, 2, 3].map(index => signUp(origin, `buyer${index}@example.com`)))
  const load = startLoad(origin, buyers, tool)
  try {
    for (let count = 0; count < restarts; count++) {
      const next = count % 2 === 0 ? first : second
      if ((await next.shop.end('SIGTERM')) !== 0) losses.push(`did not stop: ${next.shop.said.err}`)
      next.shop = await startShop(next.environment)
      if (!(await bothReady())) losses.push('a process that never got ready')
    }
    losses.push(...(await load.stop()))
    losses.push(...(await stopDuringBody(first.shop, admin, tool)))
    if ((await second.shop.end('SIGTERM')) !== 0) losses.push(`did not stop: ${second.shop.said.err}`)
    losses.push(...(await findOpenConnections(ground.environment.DATABASE_URL)))
    const killed = await killOneOfTwo({ ...ground.environment, PORT: String(first.port) }, buyers, tool)
    losses.push(...killed.losses)
    await ground.inspect(async shop => {
      await runReconcileLater(shop)
      losses.push(
        ...(await findLost(shop.db, [...load.begun, ...killed.begun])),
        ...(await findViolationsAtRest(shop.db)),
      )
      const pieces = await countPieces(shop.db, tool._id)
      if (pieces !== stock) losses.push(`${pieces} pieces of ${stock}`)
    })
  } finally {
    for (const { shop } of [first, second]) await shop.end('SIGKILL')
    proxy.close()
    ground.remove()
  }
  return {
    promise: 'a restart is noticed by nobody',
    attack: 'SIGTERM to each of two processes behind a proxy under load; with half a body sent; kill -9 of one of two',
    tries: `${restarts} restarts, ${load.reads()} reads, ${load.begun.length} orders`,
    losses,
  }
}
