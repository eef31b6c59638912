import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#test/free-port.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { type AttackResult, createRandom, isTrueWithin } from './attack-result.ts'
import { addTool, createTokenClient, logInAsAdmin, renewToken, signUp } from './load-client.ts'
import { createStorage, startShop } from './shop-process.ts'

const visitors = 8
const purgeSeconds = 1

/** Lets visitors read a shop through Varnish while an admin renames a tool again and again. */
export async function purgeVarnish(serverUrl: string, changes: number): Promise<AttackResult> {
  await using started = new AsyncDisposableStack()
  const storage = await createStorage(serverUrl)
  started.defer(storage.remove)
  const [shopPort, port] = [await findFreePort(), await findFreePort()]
  const varnish = await startVarnish(port, shopPort)
  started.defer(varnish.remove)
  const origin = `http://127.0.0.1:${port}`
  const shop = await startShop({
    ...storage.environment,
    PORT: String(shopPort),
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '1',
    VARNISH_URLS: origin,
    CDN_PURGE_SECONDS: String(purgeSeconds),
  })
  started.defer(async () => void (await shop.end('SIGKILL')))
  const violations: string[] = []
  const random = createRandom(3)
  let [reads, hits, isRunning] = [0, 0, true]
  started.defer(async () => {
    isRunning = false
  })
  const delays: number[] = []
  const admin = await logInAsAdmin(origin)
  const fields = { name: 'Anvil 0', minimum: 1, available: 100 }
  const tool = await addTool(admin, fields)
  const paths = await listPaths(origin)
  const read = async () => {
    const path = paths[Math.floor(random() ** 2 * paths.length)] ?? '/'
    const response = await fetch(origin + path)
    await response.arrayBuffer()
    if (response.status !== 200) violations.push(`${path} answered ${response.status}`)
    reads += 1
    if (response.headers.get('x-cache') === 'hit') hits += 1
  }
  const load = Array.from({ length: visitors }, async () => {
    while (isRunning) {
      await read()
      await pause(5)
    }
  })
  for (let change = 1; change <= changes; change++) {
    const name = `Anvil ${change}`
    const body = { ...fields, name, price: 2.5, image: '/images/claw-hammer-800.webp', description: 'For attacks.' }
    await admin.client.updateTool({ params: { id: tool._id }, body })
    const changed = performance.now()
    const isShown = async () => (await (await fetch(`${origin}/shop/${tool._id}`)).text()).includes(name)
    if (!(await isTrueWithin(isShown, purgeSeconds + 2))) violations.push(`${name} is not shown`)
    delays.push(performance.now() - changed)
    await pause(1_000 * random())
  }
  isRunning = false
  await Promise.all(load)
  violations.push(...(await findSharedReplies(origin)))
  const headers = { 'xkey-purge': 'tools', 'x-forwarded-for': '192.0.2.7' }
  const purge = await fetch(origin, { method: 'PURGE', headers })
  if (purge.status !== 403) violations.push(`a stranger purges: ${purge.status}`)
  if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  delays.sort((a, b) => a - b)
  const toSeconds = (milliseconds = 0) => (milliseconds / 1000).toFixed(2)
  return {
    guarantee: 'a cache in front shows a change at once, and nobody what is another’s',
    attack: `${visitors} visitors read through Varnish ${varnish.version} while an admin renames a tool; two accounts call the same addresses`,
    extent: [
      `${changes} changes`,
      `${reads} reads, ${((100 * hits) / reads).toFixed(1)} % of them hits`,
      `shown after ${toSeconds(delays[Math.floor(delays.length / 2)])} s at the median, ${toSeconds(delays.at(-1))} s at most`,
    ].join(', '),
    violations,
  }
}

async function listPaths(origin: string): Promise<string[]> {
  const tools: { _id: string }[] = await (await fetch(`${origin}/api/tools?limit=24`)).json()
  const lists = ['/', '/shop', '/allReviews', '/blogs', '/api/tools', '/api/review', '/shop?q=saw', '/api/brands']
  return [...lists, ...tools.map(({ _id }) => `/shop/${_id}`)]
}

/** What the cache gives one account of another, or of a proof of who somebody is. */
async function findSharedReplies(origin: string): Promise<string[]> {
  const violations: string[] = []
  const accounts = [await signUp(origin, 'first@example.com'), await signUp(origin, 'second@example.com')]
  for (const account of accounts) {
    const { email, token, session } = account
    const client = createTokenClient(origin, token)
    const body = { name: email, email, education: '-', city: '-', phone: '-', linkedIn: '-' }
    await client.createProfile({ body })
    const own = await client.findProfile({ query: { email } })
    if (own?.email !== email) violations.push(`${email} reads the profile of ${own?.email}`)
    await renewToken(origin, account)
    const answer = await fetch(`${origin}/api/auth/get-session`, { headers: { authorization: `Bearer ${session}` } })
    const { user }: { user: { email: string } } = await answer.json()
    if (user.email !== email) violations.push(`${email} reads the session of ${user.email}`)
  }
  const anonymous = await fetch(`${origin}/api/userProfile?email=first@example.com`)
  if (anonymous.status !== 401) violations.push(`a stranger reads a profile: ${anonymous.status}`)
  return violations
}

async function startVarnish(port: number, shopPort: number) {
  const version = readVersion()
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-varnish-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'shop.vcl')
  const configuration = readFileSync(new URL('../../deploy/varnish/default.vcl', import.meta.url), 'utf8')
  writeFileSync(file, configuration.replace('.port = "3000"', `.port = "${shopPort}"`))
  const flags = ['-F', '-n', join(folder, 'run'), '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,64m']
  const child = spawn('varnishd', flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`Varnish ended: ${output}`)
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  }, 'Varnish answers')
  return {
    version,
    async remove() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readVersion(): string {
  const { stderr, status } = spawnSync('varnishd', ['-V'], { encoding: 'utf8' })
  if (status !== 0) throw new Error('There is no Varnish: install the packages varnish and varnish-modules.')
  return /varnish-(\d[\d.]*)/.exec(stderr)?.[1] ?? ''
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await withDeadline(exit, 'Varnish ends', 20_000)
}
