import type { LoadRequest } from '#bench/load-generator.ts'

/** One command of a setup: program and arguments. */
export type Command = readonly [string, ...string[]]

/** How an order ended: `failed` is an error of the server. */
export type OrderResult = 'sold' | 'refused' | 'failed'

/** A shop that runs: where it is, and its database. */
export interface Shop {
  origin: string
  databaseUrl: string
  folder: string
}

export interface PeerLoad {
  what: 'product list' | 'one product'
  format: 'HTML' | 'JSON'
  /** Products in the response. */
  products: number
  /** Text that a right response has. */
  expected: string
  requests: readonly LoadRequest[]
  /** Each request is sent once, so that no cache has its response. */
  isUncached?: boolean
}

export interface Peer {
  /** Folder and database. */
  id: string
  name: string
  /** Files of the project, by path. */
  files: Record<string, string>
  /** From the empty folder to a production build. */
  buildCommands: readonly Command[]
  /** Folders beside `node_modules` that the build made. */
  builtFolders: readonly string[]
  /** Creates tables and demo data in an empty database, before the first start. */
  fillCommands: readonly Command[]
  /** The environment of the last commands and of the programs. */
  createEnvironment: (port: number, databaseUrl: string) => Record<string, string>
  /** Arguments of Node of each process. */
  programs: readonly (readonly string[])[]
  /** Folder of the programs. */
  programFolder?: string
  /** The first start is complete once this path, or request, has a response of status 200. */
  readyRequest: LoadRequest
  /** Demo data that needs a running shop. Returns the number of commands. */
  fillRunning?: (shop: Shop, run: (command: Command) => Promise<void>) => Promise<number>
  createLoads: (shop: Shop) => Promise<readonly PeerLoad[]>
  /** Sets the stock of the product of that race, and prepares carts of one piece of it; returns what places the orders. */
  prepareOrders: (shop: Shop, race: number, stock: number, buyers: number) => Promise<(() => Promise<OrderResult>)[]>
}

/** Requests from many addresses, for a shop whose limit per address cannot be changed. */
export const createAddress = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255 || 1}`

export interface JsonReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: replies of other shops, whose types are not installed here
  body: any
}

/** Sends JSON; rejects after 30 seconds. */
export async function sendJson(
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<JsonReply> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** The body of a reply, which must be a success. */
export async function requireJson(...parameters: Parameters<typeof sendJson>): Promise<JsonReply['body']> {
  const { status, body } = await sendJson(...parameters)
  if (status >= 300)
    throw new Error(`${parameters[0]} ${parameters[1]}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
