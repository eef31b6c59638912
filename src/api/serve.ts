import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type CallName, calls, methodAndPath } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapi } from '#contract/openapi.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { Log } from '#observe/log.ts'
import type { Account } from '#shop/accounts.ts'
import { type Connection, clientAddress } from './client-address.ts'
import { type Api, handlers } from './handlers.ts'
import { askIdentity } from './identity-door.ts'
import { problemResponse, read, refusalResponse } from './problems.ts'
import { serveWebhooks } from './webhooks.ts'

interface AnyCall {
  request: Request
  actor: Account | undefined
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  form: unknown
}

interface Env {
  Bindings: Connection
}

const usualLimit = [100_000, 'body_too_large'] as const

/** Mounts every call of the contract: admit, validate, run, shape the reply. Answers below its own root. */
export function serveApi(api: Api, storeName: string, log: Log): Hono<Env> {
  const app = new Hono<Env>()
  app.on(['GET', 'POST'], '/auth/*', limit(usualLimit), context =>
    askIdentity(api, context.req.raw, addressOf(api, context)),
  )
  app.use('/webhooks/*', limit(usualLimit))
  app.route('/webhooks', serveWebhooks(api.shop, log))
  app.get('/openapi.json', context => context.json(openapi(storeName, '/api')))
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path } = methodAndPath(calls[name])
    const { limit: own = usualLimit }: Endpoint = endpoints[name]
    app.on(method, path, limit(own), context => run(api, name, context))
  }
  app.all('*', () => refuse('call_unknown'))
  app.onError(error => problemResponse(error, log))
  return app
}

/**
 * Refuses bodies that are too large. Where their length is told it is believed, as Node's parser reads no more; a look at
 * the body would make a stream of it.
 */
function limit([maxSize, refusal]: NonNullable<Endpoint['limit']>): MiddlewareHandler {
  const tooLarge = () => refusalResponse(new Refusal(refusal))
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  return async (context, next) => {
    const length = context.req.header('content-length')
    if (context.req.header('transfer-encoding')) return counted(context, next)
    if (length !== undefined) return Number(length) <= maxSize ? next() : tooLarge()
    return context.req.method === 'GET' ? next() : counted(context, next)
  }
}

async function run(api: Api, name: CallName, context: Context<Env>): Promise<Response> {
  const endpoint: Endpoint = endpoints[name]
  const request = context.req.raw
  await api.limiter.admit(name, { address: addressOf(api, context) })
  const accountUse = (accountId: string) => api.limiter.accountUse(name, accountId)
  const actor = await api.access.admit(api.shop, endpoint.access, request.headers, accountUse)
  if (actor) context.set('accountId', actor.id)
  const call: AnyCall = {
    request,
    actor,
    params: endpoint.params && read(endpoint.params, context.req.param()),
    query: endpoint.query && read(endpoint.query, context.req.query()),
    headers: endpoint.headers && read(endpoint.headers, context.req.header()),
    body: endpoint.body && read(endpoint.body, await jsonOf(request)),
    form: endpoint.form && read(endpoint.form, await formOf(request)),
  }
  const handle = handlers[name] as (api: Api, call: unknown) => Promise<unknown>
  const reply = endpoint.reply.parse(await handle(api, call))
  const next = nextPage(context, endpoint, call, reply)
  const body = JSON.stringify(reply)
  return context.body(body, 200, {
    'content-type': 'application/json',
    // Without it, an answer of a few bytes would be compressed.
    'content-length': String(Buffer.byteLength(body)),
    ...(endpoint.access !== 'public' && { 'cache-control': 'no-store' }),
    ...(next && { link: `<${next}>; rel="next"` }),
  })
}

function addressOf({ trustedProxies }: Api, { req, env }: Context<Env>): string | undefined {
  return clientAddress(req.raw.headers, env, trustedProxies)
}

async function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch(() => refuse('invalid_input', [{ field: '', message: 'The body is not valid JSON.' }]))
}

async function formOf(request: Request): Promise<object> {
  const form = await request
    .formData()
    .catch(() => refuse('invalid_input', [{ field: '', message: 'The body is no valid form.' }]))
  return Object.fromEntries(form)
}

/** Where a list's further rows are, when it came back full. */
function nextPage(context: Context, { cursor }: Endpoint, { query }: AnyCall, reply: unknown): string | undefined {
  const limit = typeof query === 'object' && query && 'limit' in query ? Number(query.limit) : undefined
  if (!cursor || !Array.isArray(reply) || reply.length !== limit) return undefined
  const next = new URL(context.req.url)
  next.searchParams.delete('before')
  next.searchParams.set('cursor', reply.at(cursor === 'last' ? -1 : 0)._id)
  return next.pathname + next.search
}
