import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { findFreePort } from '#test/free-port.ts'
import type { AddedTool } from '#test/open-shop.ts'
import { findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, createRandom } from './attack-result.ts'
import { addTool, logInAsAdmin, type RemoteAccount, renewToken, signUp } from './load-client.ts'
import { computeMedian, findDrift, openGauges, type Second } from './measures.ts'
import { continuePurchase, createPurchase } from './purchase.ts'
import { createStorage, startShop } from './shop-process.ts'

/** Runs a mixed load for that many seconds; reports each of them to `onSecond`. */
export async function soak(
  serverUrl: string,
  seconds: number,
  onSecond: (line: string) => void,
): Promise<AttackResult> {
  const storage = await createStorage(serverUrl)
  const shop = await startShop({ ...storage.environment, PORT: String(await findFreePort()) })
  const { origin } = shop
  const admin = await logInAsAdmin(origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: 10_000_000 })
  const buyers = await Promise.all([0, 1, 2, 3].map(index => signUp(origin, `buyer${index}@example.com`)))
  const gauges = await openGauges(shop.pid, storage.environment.DATABASE_URL)
  const violations: string[] = []
  const measured: Second[] = []
  let latencies: number[] = []
  const ending = new AbortController()
  const loops = createLoops(origin, admin, buyers, tool, await createImage()).map(async ({ every, act }) => {
    while (!ending.signal.aborted) {
      const startedAt = performance.now()
      await act().catch(error => violations.push(String(error)))
      latencies.push(performance.now() - startedAt)
      await pause(every, undefined, ending).catch(() => {})
    }
  })
  for (let second = 0; second < seconds; second++) {
    await pause(1000)
    const past = latencies
    latencies = []
    const now = await gauges.read(past)
    measured.push(now)
    onSecond(formatSecond(now))
  }
  ending.abort()
  await Promise.all(loops)
  await gauges.close()
  if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  const errors = shop.output.err.split('\n').filter(line => line.includes('"level":"error"'))
  violations.push(...errors, ...findDrift(measured), ...(await storage.inspect(({ db }) => findViolationsAtRest(db))))
  storage.remove()
  return {
    guarantee: 'memory, latency, connections and open files do not grow',
    attack: 'mixed load: reads, searches, logins, orders, payments, reviews, uploads, admin changes',
    extent: `${seconds} s, ${formatMedians(measured)}`,
    violations: violations,
  }
}

/** Milliseconds between renewals of the access tokens, which expire after half an hour. */
const tokenAge = 600_000

interface Loop {
  /** Milliseconds between two calls of `act`. */
  every: number
  act: () => Promise<unknown>
}

function createLoops(
  origin: string,
  admin: RemoteAccount,
  buyers: readonly RemoteAccount[],
  tool: AddedTool,
  image: File,
): Loop[] {
  const random = createRandom(3)
  const pages = ['/', '/shop', `/shop/${tool._id}`, '/allReviews', '/api/tools?limit=24', '/api/review?limit=24']
  const words = ['saw', 'hamer', 'drill', 'wrench', 'x', 'anvil']
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const read = async (path: string) => {
    const response = await fetch(origin + path)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }
  const review = async ({ client, name, email }: RemoteAccount) => {
    const { data } = await client.uploadImage({ form: { image } })
    const body = { name, email, city: 'Essen', comment: 'Holds.', rating: 4.5, img: data.url }
    await client.addReview({ body })
  }
  const restock = async () => {
    const [now = assert.fail('no tool')] = await admin.client.listTools({ query: { id: tool._id } })
    const change = { availableBefore: now.available, available: now.available + 1 }
    await admin.client.updateTool({ params: { id: tool._id }, body: { ...now, ...change } })
  }
  const [critic] = buyers
  return [
    ...[1, 2, 3, 4].map(() => ({ every: 40, act: () => read(pick(pages)) })),
    ...[1, 2].map(() => ({ every: 60, act: () => read(`/api/tools?q=${pick(words)}${Math.floor(random() * 50)}`) })),
    ...buyers.map(buyer => ({
      every: 80,
      act: () => continuePurchase(origin, { buyer, admin }, tool, createPurchase(buyer, random)),
    })),
    ...[admin, ...buyers].map(each => ({
      every: tokenAge,
      act: async () => Object.assign(each, await renewToken(origin, each)),
    })),
    { every: 2000, act: () => logInAsAdmin(origin) },
    { every: 1500, act: async () => critic && review(critic) },
    { every: 500, act: restock },
    { every: 500, act: () => admin.client.listAllOrders({ query: { limit: 20 } }) },
  ]
}

async function createImage(): Promise<File> {
  const background = { r: 200, g: 120, b: 40 }
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
}

const formatSecond = ({ megabytes, p95, actions, connections, descriptors }: Second) =>
  `${megabytes.toFixed()} MB, p95 ${p95.toFixed()} ms of ${actions}, ${connections} connections, ${descriptors} descriptors`

/** The medians of the second and the last third. */
function formatMedians(seconds: readonly Second[]): string {
  const third = Math.floor(seconds.length / 3)
  const thirds = [seconds.slice(third, 2 * third), seconds.slice(-third)]
  const formatMedian = (what: keyof Second) =>
    thirds.map(some => computeMedian(some.map(second => second[what])).toFixed()).join(' → ')
  const actions = seconds.reduce((sum, second) => sum + second.actions, 0)
  const rest = `${formatMedian('connections')} connections, ${formatMedian('descriptors')} descriptors`
  return `${actions} actions, ${formatMedian('megabytes')} MB, p95 ${formatMedian('p95')} ms, ${rest}`
}
