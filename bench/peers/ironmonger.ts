import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { addPlannedOrders, type PlannedOrder } from '#bench/buyers.ts'
import { secret } from '#bench/children.ts'
import { query } from '#bench/database.ts'
import type { LoadRequest } from '#bench/load-generator.ts'
import { createRequest } from '#bench/requests.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { serverFile } from '#test/server-file.ts'
import { type OrderResult, type Peer, requireJson, type Shop, sendJson } from './peer.ts'

const listed = 15
/** More than a run sends. */
const uncachedRequests = 30_000
const root = join(import.meta.dirname, '../..')
const plannedOrders = new Map<string, PlannedOrder[]>()

/** This repository's last commit, installed and built like the others. */
export const ironmonger: Peer = {
  id: 'ironmonger',
  name: 'Ironmonger',
  files: {},
  buildCommands: [
    ['sh', '-c', `git -C '${root}' archive HEAD | tar -x`],
    ['npm', 'ci', '--no-audit', '--no-fund'],
    ['npx', '--no-install', 'react-router', 'build'],
  ],
  builtFolders: ['build'],
  fillCommands: [],
  createEnvironment: (port, databaseUrl) => ({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SECRET: secret,
    RATE_LIMITS: 'off',
    NODE_ENV: 'production',
  }),
  programs: [[serverFile, 'demo']],
  readyRequest: createRequest('GET', '/'),
  async createLoads({ origin }) {
    const list = `/api/tools?limit=${listed}`
    const tools: { _id: string; name: string }[] = await requireJson('GET', origin + list)
    const { _id: id = '', name = '' } = tools[0] ?? {}
    const pageTools: unknown[] = await requireJson('GET', `${origin}/api/tools`)
    const get = (path: string) => [createRequest('GET', path)]
    // A limit that no price reaches changes the address and not the list.
    const getEachOnce = (path: string) =>
      Array.from({ length: uncachedRequests }, (_, index) =>
        createRequest('GET', `${path}maxPrice=${1_000_000 + index}`),
      )
    const listOf = { what: 'product list', expected: name } as const
    const product = { what: 'one product', expected: name, products: 1 } as const
    return [
      { ...listOf, format: 'HTML', products: pageTools.length, requests: get('/shop') },
      { ...listOf, format: 'HTML', products: pageTools.length, requests: getEachOnce('/shop?'), isUncached: true },
      { ...listOf, format: 'JSON', products: tools.length, requests: get(list) },
      { ...listOf, format: 'JSON', products: tools.length, requests: getEachOnce(`${list}&`), isUncached: true },
      { ...product, format: 'HTML', requests: get(`/shop/${id}`) },
      { ...product, format: 'JSON', requests: get(`/api/toolDetails/${id}`) },
    ]
  },
  async prepareOrders(shop, race, stock, buyers) {
    const orders = await planOrders(shop)
    const chosen = orders.slice(race * buyers, (race + 1) * buyers)
    await query(shop.databaseUrl, 'update tools set available = $2 where id = $1', [chosen[0]?.toolId, stock])
    return Promise.all(chosen.map(({ request }) => preparePayment(shop.origin, request)))
  },
}

/** Places the order, which takes no pieces; returns what pays it, which does. */
async function preparePayment(origin: string, { method, path, body, headers }: LoadRequest) {
  await requireJson(method, origin + path, JSON.parse(body ?? ''), headers)
  const [{ _id: orderId, totalPrice }] = await requireJson('GET', `${origin}/api/orders`, undefined, headers)
  const { clientSecret } = await requireJson(
    'POST',
    `${origin}/api/create-payment-intent`,
    { orderId, totalPrice },
    headers,
  )
  const target = {
    app: { settings: { payments: { publishableKey: 'pk_test_sandbox' } } },
    request: async (path: string, init?: RequestInit) =>
      fetch(origin + path, { ...init, signal: AbortSignal.timeout(30_000) }),
  }
  return async (): Promise<OrderResult> => {
    await payByCard(target, clientSecret)
    const payment = { orderId, transactionId: getIntentId(clientSecret) }
    const { status } = await sendJson('PATCH', `${origin}/api/orders/${orderId}`, payment, headers)
    return status < 300 ? 'sold' : status < 500 ? 'refused' : 'failed'
  }
}

/** Orders of many buyers for one tool. */
async function planOrders({ databaseUrl }: Shop): Promise<PlannedOrder[]> {
  const planned = plannedOrders.get(databaseUrl) ?? (await addPlannedOrders(databaseUrl, 1))
  plannedOrders.set(databaseUrl, planned)
  return planned
}

/** The version and commit that is measured. */
export const readCommit = () =>
  execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
