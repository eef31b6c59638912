import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import type { Tool } from '#contract/tools.ts'
import { freePort } from '#test/free-port.ts'
import { orderBodyFor } from '#test/open-shop.ts'
import { addTool, logInAsAdmin, type Visitor } from './load-client.ts'
import { isTrueWithin, type Proof } from './proof.ts'
import { createStorage, type ShopProcess, startShop } from './shop-process.ts'

/** Sends SIGTERM after half of an order's body; the rest follows once new connections are refused. */
export async function stopDuringBody(shop: ShopProcess, buyer: Visitor, tool: Tool): Promise<string[]> {
  const order = await sendHalfAnOrder(shop, buyer, tool)
  const stopped = shop.end('SIGTERM')
  let readiness: number | 'gone' = 200
  const isDraining = async () => {
    readiness = await readinessOf(shop)
    return readiness !== 200
  }
  await isTrueWithin(isDraining)
  if (readiness !== 503) return [`/readyz is ${readiness} before it says that the process stops`]
  if (!(await isTrueWithin(() => refuses(shop)))) return ['lets in whoever comes long after SIGTERM']
  order.sendRest()
  const [status, code] = [await order.answered, await stopped]
  return status === 200 && code === 0 ? [] : [`half a body was answered with ${status}, exit code ${code}`]
}

/** Sends SIGTERM while an order's body never ends. */
export async function stopDuringEndlessBody(server: string, tries: number): Promise<Proof> {
  const losses: string[] = []
  for (let count = 0; count < tries; count++) {
    const ground = await createStorage(server)
    const shop = await startShop({ ...ground.environment, PORT: String(await freePort()) })
    const admin = await logInAsAdmin(shop.origin)
    const order = await sendHalfAnOrder(shop, admin, await addTool(admin, { name: 'Anvil', minimum: 1, available: 9 }))
    const before = performance.now()
    const code = await shop.end('SIGTERM')
    const seconds = (performance.now() - before) / 1000
    const status = await order.answered
    if (code !== 0 || status !== undefined || seconds > 15)
      losses.push(`answer ${status}, exit code ${code} after ${seconds} s`)
    losses.push(...(await findOpenConnections(ground.environment.DATABASE_URL)))
    ground.remove()
  }
  const attack = 'SIGTERM while a body never ends: cut off after ten seconds, exit code 0'
  return { promise: 'a stop comes to its end', attack, tries: String(tries), losses }
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
async function sendHalfAnOrder({ origin }: ShopProcess, buyer: Visitor, tool: Tool) {
  const body = Buffer.from(JSON.stringify(orderBodyFor(tool, buyer).body))
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const asked = request(`${origin}/api/bookingOrder`, { method: 'POST', headers, agent: false })
  const answered: Promise<number | undefined> = once(asked, 'response').then(
    ([response]: IncomingMessage[]) => response?.resume().statusCode,
    () => undefined,
  )
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.write(body.subarray(0, 100))
  return { answered, sendRest: () => asked.end(body.subarray(100)) }
}

function readinessOf({ origin }: ShopProcess): Promise<number | 'gone'> {
  return fetch(`${origin}/readyz`).then(
    ({ status }) => status,
    () => 'gone',
  )
}

async function refuses({ origin }: ShopProcess): Promise<boolean> {
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
