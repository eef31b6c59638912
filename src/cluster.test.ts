import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { logInAsAdmin } from '#test/chaos/load-client.ts'
import { createEmptyDatabase } from '#test/databases.ts'
import { findFreePort } from '#test/free-port.ts'
import { type PostgresServer, startPostgres } from '#test/postgres.ts'
import { serverFile } from '#test/server-file.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'

const linuxOnly = { skip: process.platform === 'linux' ? false : 'reads /proc' }

let database: PostgresServer
let databaseUrl: string
let shop: ChildProcess
let origin: string
const said = { out: '', err: '' }
before(async () => {
  database = await startPostgres()
  databaseUrl = await createEmptyDatabase(database.url)
  const port = await findFreePort()
  origin = `http://127.0.0.1:${port}`
  shop = spawn(process.execPath, [serverFile, 'demo'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PROCESSES: '2',
      DEMO_HISTORY: 'off',
      DATABASE_URL: databaseUrl,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'ironmonger-processes-')),
    },
  })
  shop.stdout?.setEncoding('utf8').on('data', text => {
    said.out += text
  })
  shop.stderr?.setEncoding('utf8').on('data', text => {
    said.err += text
  })
  const isStarted = () => {
    assert.equal(shop.exitCode, null, said.err)
    return said.out.includes('buyer')
  }
  await waitUntil(isStarted, 'the server prints its accounts', 200_000)
  await waitUntil(() => listWorkers().length === 2, 'two workers run')
})
after(async () => {
  shop.kill('SIGKILL')
  await database.remove()
})

const listWorkers = () =>
  readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8').trim().split(' ').map(Number)

/** Opens a connection per request, because connections are distributed over the processes. */
async function read(path: string): Promise<{ status: number | undefined; text: string }> {
  const clientRequest = get(origin + path, { agent: new Agent({ keepAlive: false }) })
  const [response] = await once(clientRequest, 'response')
  return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() }
}

async function readAll(path: string): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => read(path)))
  return answers.map(({ text }) => text)
}

test('two processes serve one port, and the start message is printed once', linuxOnly, () => {
  assert.equal(listWorkers().length, 2)
  assert.equal(said.out.trim().split('\n').length, 3)
})

test('a change made in one process is seen in all', linuxOnly, async () => {
  const { client } = await logInAsAdmin(origin)
  const [tool] = await client.listTools({})
  assert.ok(tool)
  const { _id: id, ...fields } = tool
  const path = `/api/tools?id=${id}`
  for (const price of [301, 302, 303]) {
    await readAll(path)
    await client.updateTool({ params: { id }, body: { ...fields, price } })
    const isSeenByAll = async () => (await readAll(path)).every(text => text.includes(`"price":${price}`))
    await waitUntil(isSeenByAll, 'both processes serve the new price')
  }
})

test('passwords are hashed by scrypt with N = 16384 and r = 16', async () => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ password: string }>(
    'select password from identity_credentials join identity_users on user_id = identity_users.id where email = $1',
    [demoAccounts[0].email],
  )
  await client.end()
  const [salt = '', hash] = rows[0]?.password.split(':') ?? []
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  assert.equal(scryptSync(demoAccounts[0].password, salt, 64, cost).toString('hex'), hash)
})

test('a worker that dies is replaced', linuxOnly, async () => {
  const [victim = 0, other] = listWorkers()
  process.kill(victim, 'SIGKILL')
  await waitUntil(() => !listWorkers().includes(victim) && listWorkers().length === 2, 'a new worker replaces it')
  assert.ok(listWorkers().includes(other ?? 0))
  const isReady = () =>
    read('/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  await waitUntil(isReady, 'the new worker is ready')
  assert.match(said.err, /"event":"process ended".*"signal":"SIGKILL"/)
})

test('SIGTERM ends all processes', linuxOnly, async () => {
  const all = listWorkers()
  const exit = once(shop, 'exit')
  shop.kill('SIGTERM')
  assert.deepEqual(await withDeadline(exit, 'the server exits'), [0, null])
  for (const pid of all) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})
