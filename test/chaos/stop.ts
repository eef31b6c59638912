import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import { findFreePort } from '#test/free-port.ts'
import type { AddedTool } from '#test/open-shop.ts'
import { buildOrderInput } from '#test/open-shop.ts'
import { type AttackResult, isTrueWithin } from './attack-result.ts'
import { addTool, logInAsAdmin, type RemoteAccount } from './load-client.ts'
import { createStorage, type ShopProcess, startShop } from './shop-process.ts'

/** Sends SIGTERM after half of an order's body; the rest follows once new connections are refused. */
export async function stopDuringBody(shop: ShopProcess, buyer: RemoteAccount, tool: AddedTool): Promise<string[]> {
  const order = await sendHalfAnOrder(shop, buyer, tool)
  const stopped = shop.end('SIGTERM')
  let readiness: number | 'gone' = 200
  const isDraining = async () => {
    readiness = await fetchReadiness(shop)
    return readiness !== 200
  }
  await isTrueWithin(isDraining)
  if (readiness !== 503) return [`/readyz is ${readiness} before it says that the process stops`]
  if (!(await isTrueWithin(() => refusesConnections(shop)))) return ['still accepts connections after SIGTERM']
  order.sendRest()
  const [status, code] = [await order.answered, await stopped]
  return status === 200 && code === 0 ? [] : [`half a body was answered with ${status}, exit code ${code}`]
}

/** Sends SIGTERM while an order's body never ends. */
export async function stopDuringEndlessBody(serverUrl: string, tries: number): Promise<AttackResult> {
  const violations: string[] = []
  for (let count = 0; count < tries; count++) {
    const storage = await createStorage(serverUrl)
    const shop = await startShop({ ...storage.environment, PORT: String(await findFreePort()) })
    const admin = await logInAsAdmin(shop.origin)
    const order = await sendHalfAnOrder(shop, admin, await addTool(admin, { name: 'Anvil', minimum: 1, available: 9 }))
    const before = performance.now()
    const code = await shop.end('SIGTERM')
    const seconds = (performance.now() - before) / 1000
    const status = await order.answered
    if (code !== 0 || status !== undefined || seconds > 15)
      violations.push(`answer ${status}, exit code ${code} after ${seconds} s`)
    violations.push(...(await findOpenConnections(storage.environment.DATABASE_URL)))
    storage.remove()
  }
  const attack = 'SIGTERM while a body never ends: cut off after ten seconds, exit code 0'
  return { guarantee: 'the process stops', attack, extent: String(tries), violations: violations }
}

/** A line if the database still has connections. */
export async function findOpenConnections(url: string | undefined): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const gone = await isTrueWithin(async () => (await client.query(others)).rows.length === 0, 5)
  await client.end()
  return gone ? [] : ['connections to the database that stay']
}

/** Sends an order with half of its body. */
async function sendHalfAnOrder({ origin }: ShopProcess, buyer: RemoteAccount, tool: AddedTool) {
  const body = Buffer.from(JSON.stringify(buildOrderInput(tool, buyer).body))
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const orderRequest = request(`${origin}/api/bookingOrder`, { method: 'POST', headers, agent: false })
  const answered: Promise<number | undefined> = once(orderRequest, 'response').then(
    ([response]: IncomingMessage[]) => response?.resume().statusCode,
    () => undefined,
  )
  orderRequest.flushHeaders()
  await once(orderRequest, 'continue')
  orderRequest.write(body.subarray(0, 100))
  return { answered, sendRest: () => orderRequest.end(body.subarray(100)) }
}

function fetchReadiness({ origin }: ShopProcess): Promise<number | 'gone'> {
  return fetch(`${origin}/readyz`).then(
    ({ status }) => status,
    () => 'gone',
  )
}

async function refusesConnections({ origin }: ShopProcess): Promise<boolean> {
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return false
    },
    () => true,
  )
}
