import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Tool } from '#contract/tools.ts'
import { freePort } from '#test/free-port.ts'
import { findViolationsAtRest } from '#test/shop-invariants.ts'
import { addTool, logInAsAdmin, renewToken, signUp, type Visitor } from './load-client.ts'
import { findDrift, median, openGauges, type Second } from './measures.ts'
import { createRandom, type Proof } from './proof.ts'
import { continuePurchase, newPurchase } from './purchase.ts'
import { createStorage, startShop } from './shop-process.ts'

/** Runs a mixed load for that many seconds; reports each of them to `onSecond`. */
export async function soak(server: string, seconds: number, onSecond: (line: string) => void): Promise<Proof> {
  const ground = await createStorage(server)
  const shop = await startShop({ ...ground.environment, PORT: String(await freePort()) })
  const { origin } = shop
  const admin = await logInAsAdmin(origin)
  const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: 10_000_000 })
  const buyers = await Promise.all([0, 1, 2, 3].map(index => signUp(origin, `buyer${index}@example.com`)))
  const gauges = await openGauges(shop.pid, ground.environment.DATABASE_URL)
  const losses: string[] = []
  const measured: Second[] = []
  let latencies: number[] = []
  const ending = new AbortController()
  const loops = createLoops(origin, admin, buyers, tool, await picture()).map(async ({ every, act }) => {
    while (!ending.signal.aborted) {
      const begun = performance.now()
      await act().catch(error => losses.push(String(error)))
      latencies.push(performance.now() - begun)
      await pause(every, undefined, ending).catch(() => {})
    }
  })
  for (let second = 0; second < seconds; second++) {
    await pause(1000)
    const past = latencies
    latencies = []
    const now = await gauges.read(past)
    measured.push(now)
    onSecond(row(now))
  }
  ending.abort()
  await Promise.all(loops)
  await gauges.close()
  if ((await shop.end('SIGTERM')) !== 0) losses.push(`did not stop: ${shop.said.err}`)
  const errors = shop.said.err.split('\n').filter(line => line.includes('"level":"error"'))
  losses.push(...errors, ...findDrift(measured), ...(await ground.inspect(({ db }) => findViolationsAtRest(db))))
  ground.remove()
  return {
    promise: 'a day is like the first minute',
    attack: 'mixed load: reads, searches, logins, orders, payments, reviews, uploads, admin changes',
    tries: `${seconds} s, ${figures(measured)}`,
    losses,
  }
}

/** Milliseconds between renewals of the access tokens, which expire after half an hour. */
const tokenAge = 600_000

interface Loop {
  /** Milliseconds between two calls of `act`. */
  every: number
  act: () => Promise<unknown>
}

function createLoops(origin: string, admin: Visitor, buyers: readonly Visitor[], tool: Tool, image: File): Loop[] {
  const random = createRandom(3)
  const pages = ['/', '/shop', `/shop/${tool._id}`, '/allReviews', '/api/tools?limit=24', '/api/review?limit=24']
  const words = ['saw', 'hamer', 'drill', 'wrench', 'x', 'anvil']
  const any = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const read = async (path: string) => {
    const response = await fetch(origin + path)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }
  const review = async ({ client, name, email }: Visitor) => {
    const { data } = await client.uploadImage({ form: { image } })
    const body = { name, email, city: 'Essen', comment: 'Holds.', rating: 4.5, img: data.url }
    await client.addReview({ body })
  }
  const restock = async () => {
    const { _id, ...fields } = tool
    const [now = tool] = await admin.client.listTools({ query: { id: _id } })
    const change = { availableBefore: now.available, available: now.available + 1 }
    await admin.client.updateTool({ params: { id: _id }, body: { ...fields, ...change } })
  }
  const [critic] = buyers
  return [
    ...[1, 2, 3, 4].map(() => ({ every: 40, act: () => read(any(pages)) })),
    ...[1, 2].map(() => ({ every: 60, act: () => read(`/api/tools?q=${any(words)}${Math.floor(random() * 50)}`) })),
    ...buyers.map(buyer => ({
      every: 80,
      act: () => continuePurchase(origin, buyer, tool, newPurchase(buyer, random)),
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

async function picture(): Promise<File> {
  const background = { r: 200, g: 120, b: 40 }
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' })
}

const row = ({ megabytes, p95, answers, connections, descriptors }: Second) =>
  `${megabytes.toFixed()} MB, p95 ${p95.toFixed()} ms of ${answers}, ${connections} connections, ${descriptors} descriptors`

/** The medians of the second and the last third, which must not differ. */
function figures(seconds: readonly Second[]): string {
  const third = Math.floor(seconds.length / 3)
  const thirds = [seconds.slice(third, 2 * third), seconds.slice(-third)]
  const of = (what: keyof Second) => thirds.map(some => median(some.map(second => second[what])).toFixed()).join(' → ')
  const answers = seconds.reduce((sum, second) => sum + second.answers, 0)
  const rest = `${of('connections')} connections, ${of('descriptors')} descriptors`
  return `${answers} acts, ${of('megabytes')} MB, p95 ${of('p95')} ms, ${rest}`
}
