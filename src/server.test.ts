import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openConnection } from '#db/connection.ts'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { logIn, logInAsAdmin } from '#test/chaos/load-client.ts'
import { createDataFolder, createEmptyDatabase, environmentNames } from '#test/databases.ts'
import { findFreePort } from '#test/free-port.ts'
import { buildOrderInput } from '#test/open-shop.ts'
import { rejectOnExit, spawnServer, startServer, stopAll } from '#test/server-process.ts'
import { withDeadline } from '#test/wait-until.ts'

after(stopAll)

const server = process.env[environmentNames.postgres]
const [, demoBuyer] = demoAccounts

const createFolder = () => mkdtempSync(join(tmpdir(), 'ironmonger-server-'))

async function readRefusal(environment: Record<string, string>, mode = 'demo') {
  const { child, output } = spawnServer(environment, mode)
  const [code] = await withDeadline(once(child, 'close'), 'the server gives up', 200_000)
  // A slow machine may log a slow statement first.
  return { code, said: output.err.replace(/^\{.*\}\n/gm, '') }
}

async function waitForOutput({ child, output }: ReturnType<typeof spawnServer>): Promise<void> {
  const printed = Promise.race([once(child.stdout, 'data'), rejectOnExit(child, output)])
  await withDeadline(printed, 'the server prints its address', 200_000)
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await withDeadline(exit, 'the killed server exits')
}

describe('a demo shop', () => {
  const dataDir = createFolder()
  let shop: Awaited<ReturnType<typeof startServer>>
  let metricsPort: number
  before(async () => {
    metricsPort = await findFreePort()
    shop = await startServer({ DATA_DIR: dataDir, METRICS_PORT: String(metricsPort) })
  })

  test('shows its metrics at their own port only', async () => {
    const { status } = await fetch(`${shop.origin}/metrics`)
    assert.equal(status, 404)
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    assert.match(await metrics.text(), /^shop_http_requests_total\{method="GET",route="\/\*",status="4xx"\} 1$/m)
  })

  test('prints its address and the two demo accounts, one a line with its role', async () => {
    assert.deepEqual(shop.output.out.trim().split('\n'), [
      shop.origin,
      'admin  admin@example.com  anvil-and-tongs',
      'buyer  buyer@example.com  hammer-and-nails',
    ])
    assert.equal((await fetch(shop.origin)).status, 200)
  })

  test('does not share its DATA_DIR with another server', async () => {
    const { code, said } = await readRefusal({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
    assert.deepEqual([code, said], [1, `DATA_DIR ${dataDir} is in use by another running shop.\n`])
  })

  test('lets the requests under way finish at SIGTERM', async () => {
    const { child, origin } = shop
    const body = JSON.stringify({ email: 'buyer@example.com', password: 'hammer-and-nails' })
    const headers = { 'content-type': 'application/json', origin }
    const logins = Array.from({ length: 8 }, () =>
      fetch(`${origin}/api/auth/sign-in/email`, { method: 'POST', headers, body }),
    )
    await logins[0]
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const answers = await Promise.all(logins)
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([200]))
    await Promise.all(answers.map(answer => answer.text()))
    assert.deepEqual(await withDeadline(exit, 'the server exits'), [0, null])
  })

  test('leaves a folder that production refuses', async () => {
    const { code, said } = await readRefusal(
      { ...production, PORT: String(await findFreePort()), DATA_DIR: dataDir },
      'production',
    )
    assert.deepEqual(
      [code, said],
      [1, 'DATA_DIR or DATABASE_URL holds a demo shop, whose passwords are public. Name another one.\n'],
    )
  })
})

const production = {
  SECRET: 'a secret of forty characters for a test..',
  PUBLIC_URL: 'http://127.0.0.1',
  TRUSTED_PROXIES: '0',
  ALLOW_SANDBOX: 'database,payments,images,mail',
}

test('production has no demo accounts and no development pages', async () => {
  const port = await findFreePort()
  const shop = spawnServer({ ...production, PORT: String(port), DATA_DIR: createDataFolder() }, 'production')
  await waitForOutput(shop)
  assert.match(shop.output.out, /^http:\/\/127\.0\.0\.1\nThe embedded database can lose orders in a power cut, .*\n$/)
  const origin = `http://127.0.0.1:${port}`
  assert.deepEqual(await (await fetch(`${origin}/api/tools`)).json(), [])
  for (const path of ['/dev/outbox', '/dev/google']) assert.equal((await fetch(origin + path)).status, 404)
  shop.child.kill('SIGKILL')
})

test('production behind a pooler says which one it needs', { skip: !server && 'needs PostgreSQL' }, async () => {
  const url = await createEmptyDatabase(server ?? '')
  const db = await openConnection(url, '')
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await db.run(`alter database ${new URL(url).pathname.slice(1)} set ${limit} = '10s'`)
  await db.close()
  const environment = { ...production, DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATA_DIR: createFolder() }
  const shop = spawnServer({ ...environment, PORT: String(await findFreePort()) }, 'production')
  await waitForOutput(shop)
  assert.match(shop.output.out, /^http.*\nDATABASE_URL names a pooler .*: PgBouncer has to be 1\.21 or newer, .*\n$/)
  shop.child.kill('SIGKILL')
})

test('a kill -9 loses no order, and the catalogue is seeded once', async () => {
  const dataDir = createDataFolder()
  const first = await startServer({ DATA_DIR: dataDir })
  const buyer = await logIn(first.origin, demoBuyer)
  const [tool] = await buyer.client.listTools({})
  assert.ok(tool)
  for (let count = 0; count < 5; count++) await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const admin = await logInAsAdmin(first.origin)
  const [{ _id: held = '' } = {}] = await buyer.client.listOrders({})
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await admin.client.holdOrder({ params: { id: held }, body: { until } })
  const before = await buyer.client.listOrders({})
  assert.equal(before.length, 5)
  await kill(first.child)

  const second = await startServer({ DATA_DIR: dataDir })
  const again = await logIn(second.origin, demoBuyer)
  assert.deepEqual(await again.client.listOrders({}), before)
  const tools = await again.client.listTools({})
  assert.equal(tools.length, 24)
  assert.equal(tools[0]?.available, tool.available - tool.minimum)
  second.child.kill('SIGKILL')
})

test('a taken port ends with one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, said } = await readRefusal({ PORT: port, DATA_DIR: createFolder() })
  assert.deepEqual([code, said], [1, `PORT ${port} is taken by another program. Stop it, or set PORT to a free one.\n`])
  taken.close()
})

test('an old version of Node is refused with a message', async () => {
  const { code, said } = await readRefusal({
    NODE_OPTIONS: '--import=data:text/javascript,delete%20Promise.withResolvers',
    DATA_DIR: createFolder(),
  })
  assert.deepEqual([code, said], [1, 'The server needs Node 22 or newer; npm start brings its own.\n'])
})

test('data of another version is refused in one sentence', async () => {
  const folder = createDataFolder()
  const db = await openConnection(undefined, folder)
  await db.run(`create table migrations (name text); insert into migrations values ('001-shop.sql')`)
  await db.close()
  const { code, said } = await readRefusal({ DATA_DIR: folder, PORT: String(await findFreePort()) })
  const rule = 'is of another version of the shop'
  assert.deepEqual([code, said], [1, `DATA_DIR ${folder} ${rule}: start that version, or name an empty folder.\n`])
})

test('a wrong database password is reported in a sentence', { skip: !server && 'needs PostgreSQL' }, async () => {
  const url = new URL(server ?? '')
  url.username = 'nobody'
  url.password = 'wrong'
  const { code, said } = await readRefusal({ DATABASE_URL: url.href, PORT: String(await findFreePort()) })
  assert.equal(code, 1)
  assert.match(said, /^DATABASE_URL [^ ]+ \(28\w{3}\) can't be reached\.\n$/)
})

test('invalid settings are reported in one sentence each', async () => {
  const file = join(createFolder(), 'file')
  writeFileSync(file, '')
  const cases = [
    [{ PORT: 'abc' }, /^PORT must be a port number from 0 to 65535\.\n$/],
    [{ DATA_DIR: join(file, 'below') }, /^DATA_DIR .+ can't be written to \(ENOTDIR\)\.\n$/],
    [
      { DATABASE_URL: 'postgres://shop:password@127.0.0.1:1/shop' },
      /^DATABASE_URL 127\.0\.0\.1:1\/shop \(ECONNREFUSED\) can't be reached\.\n$/,
    ],
    [{ HOST: '203.0.113.1' }, /^HOST is not an address of this machine\.\n$/],
    [{ SECRET: 'short', ALLOW_SANDBOX: 'x' }, /^SECRET .+\nALLOW_SANDBOX .+\n$/],
  ] as const
  for (const [environment, sentence] of cases) {
    const { code, said } = await readRefusal({
      DATA_DIR: createFolder(),
      PORT: String(await findFreePort()),
      ...environment,
    })
    assert.equal(code, 1)
    assert.match(said, sentence)
  }
})
