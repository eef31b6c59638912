import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { openPostgres } from '#db/postgres.ts'
import { createDataFolder } from '#test/databases.ts'
import { findFreePort } from '#test/free-port.ts'
import { openShop } from '#test/open-shop.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, isTrueWithin } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { addTool, logInAsAdmin, type RemoteAccount, signUp } from './load-client.ts'
import { startPersistentBuyers, startPersistentReaders } from './persistent-load.ts'
import { limitStatements, startPgbouncer } from './pgbouncer.ts'
import { openProxy } from './proxy.ts'
import { findLost } from './purchase.ts'
import { failOver, startReplicatedDatabase } from './replicated-database.ts'
import { type ShopProcess, startShop } from './shop-process.ts'

const stock = 10_000_000

/**
 * Four processes with two data folders, as on two machines, behind one proxy: they share a primary, a
 * pooler and an image store. Restarts one after the other, that many rounds, then lets a replica take the primary's
 * place, while people read and order.
 */
export async function failOverMachines(rounds: number): Promise<AttackResult> {
  await using started = new AsyncDisposableStack()
  const database = await startReplicatedDatabase()
  started.defer(database.remove)
  const pooler = await startPgbouncer(database.url)
  started.defer(pooler.remove)
  await limitStatements(database.url)
  const store = await startImageStore()
  started.defer(store.close)
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const shared = {
    RATE_LIMITS: 'off',
    SECRET: 'one secret for all the processes 0',
    PUBLIC_URL: origin,
    DATABASE_URL: pooler.toPooledUrl(database.url),
    DATABASE_DIRECT_URL: database.url,
    ...store.environment,
  }
  const machines = [createDataFolder(), createDataFolder()]
  const startProcess = async (index: number) => {
    const port = await findFreePort()
    const environment = { ...shared, PORT: String(port), DATA_DIR: machines[index % 2] ?? '' }
    const running = { environment, port, shop: await startShop(environment) }
    started.defer(async () => void (await running.shop.end('SIGKILL')))
    return running
  }
  const processes = [await startProcess(0), await startProcess(1), await startProcess(2), await startProcess(3)]
  const proxy = await openProxy(
    port,
    processes.map(each => each.port),
  )
  started.defer(proxy.close)
  const areReady = () => processes.every(each => proxy.isReady(each.port))
  const violations: string[] = []
  if (!(await isTrueWithin(areReady))) violations.push('not ready')
  const admin = await logInAsAdmin(origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: stock })
  violations.push(...(await findMissingImages(admin, processes)))
  const buyers = await Promise.all([0, 1, 2, 3, 4, 5].map(index => signUp(origin, `buyer${index}@example.com`)))
  const load = startPersistentBuyers(origin, { admin, buyers }, tool)
  const readers = startPersistentReaders(origin, 4)
  const goesOn = async () => {
    const [done, reads] = [load.countDone(), readers.countReads()]
    return isTrueWithin(() => load.countDone() > done + 20 && readers.countReads() > reads + 50)
  }
  for (let round = 0; round < rounds; round++) {
    for (const each of processes) {
      if ((await each.shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${each.shop.output.err}`)
      each.shop = await startShop(each.environment)
      if (!(await isTrueWithin(areReady))) violations.push('a process that never got ready')
    }
    if (!(await goesOn())) violations.push('the shop does not go on after the restarts')
  }
  const retriesOfRestarts = readers.countRetries()
  const crashed = performance.now()
  await failOver(database)
  const done = load.countDone()
  if (!(await isTrueWithin(() => load.countDone() > done))) violations.push('no order after the fail-over')
  const outage = performance.now() - crashed
  if (!(await goesOn())) violations.push('the shop does not go on after the fail-over')
  violations.push(...(await load.stop()), ...(await readers.stop()))
  for (const { shop } of processes)
    if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  const { app } = await openShop({}, { database: await openPostgres(database.replicaUrl, () => {}) })
  await backdateAndReconcile(app.shop)
  violations.push(...(await findLost(app.shop.db, load.purchases)), ...(await findViolationsAtRest(app.shop.db)))
  const pieces = await countPieces(app.shop.db, tool._id)
  if (pieces !== stock) violations.push(`${pieces} pieces of ${stock}`)
  await app.close()
  return {
    guarantee: 'processes on several machines lose nothing, and every page is read',
    attack: `rolling restarts and the loss of the primary under load; PgBouncer ${pooler.version}, an image store`,
    extent: [
      `4 processes, ${4 * rounds} restarts, 1 fail-over, orders again after ${(outage / 1000).toFixed(1)} s`,
      `${load.purchases.length} orders`,
      `${readers.countReads()} reads, of which ${retriesOfRestarts} were repeated in the restarts and ${readers.countRetries() - retriesOfRestarts} in the fail-over`,
    ].join(', '),
    violations,
  }
}

async function startImageStore() {
  const directory = mkdtempSync(join(tmpdir(), 'ironmonger-s3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'images' }] })
  await s3.configureBuckets()
  const port = await findFreePort()
  const server = createServer(s3.callback()).listen(port, '127.0.0.1')
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'images',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Uploads an image at one machine and looks for it in the tool's page at each process. */
async function findMissingImages(admin: RemoteAccount, processes: readonly { shop: ShopProcess }[]): Promise<string[]> {
  const square = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#b85c00' } })
    .png()
    .toBuffer()
  const form = { image: new File([new Uint8Array(square)], 'square.png', { type: 'image/png' }) }
  const { data } = await admin.client.uploadImage({ form })
  const body = { name: 'Square', image: data.url, price: 5, minimum: 1, available: 1, description: 'From one machine.' }
  const { insertedId } = await admin.client.addTool({ body })
  const shown = await Promise.all(
    processes.map(async ({ shop }) =>
      isTrueWithin(async () => (await (await fetch(`${shop.origin}/shop/${insertedId}`)).text()).includes(data.url)),
    ),
  )
  const image = await fetch(data.url)
  return [
    ...(shown.every(Boolean) ? [] : ['a process that does not show the image of another machine']),
    ...(image.ok ? [] : [`the image store answers ${image.status}`]),
  ]
}
