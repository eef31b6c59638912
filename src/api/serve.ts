import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Client } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import type { Account } from '#shop/accounts.ts'
import { handleAuth } from './auth-routes.ts'
import { type Connection, getClientAddress } from './client-address.ts'
import { type Api, handlers } from './handlers.ts'
import { createOpenApiDocument } from './openapi.ts'
import { parseOrRefuse, toProblemResponse, toRefusal, toRefusalResponse } from './problems.ts'
import { serveWebhooks } from './webhooks.ts'

interface RequestParts {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  form: unknown
}

interface ParsedCall extends RequestParts {
  request: Request
  actor: Account | undefined
}

interface Env {
  Bindings: Connection
}

const defaultBodyLimit = [100_000, 'body_too_large'] as const

/** Mounts every call of the contract: admit, validate, run, shape the reply. Answers below its own root. */
export function serveApi(api: Api, storeName: string, log: Log): Hono<Env> {
  const app = new Hono<Env>()
  app.on(['GET', 'POST'], '/auth/*', limitBody(defaultBodyLimit), context =>
    handleAuth(api, context.req.raw, getAddress(api, context)),
  )
  app.use('/webhooks/*', limitBody(defaultBodyLimit))
  app.route('/webhooks', serveWebhooks(api.shop, log))
  app.get('/openapi.json', context => context.json(createOpenApiDocument(storeName, '/api')))
  for (const name of Object.keys(operations) as OperationId[]) {
    const { method, path } = parseOperation(operations[name])
    const { limit: own = defaultBodyLimit }: Endpoint = endpoints[name]
    app.on(method, path, limitBody(own), context => handleCall(api, name, context))
  }
  app.all('*', () => refuse('call_unknown'))
  app.onError(error => toProblemResponse(error, log))
  return app
}

/**
 * Refuses bodies that are too large. Where their length is told it is believed, as Node's parser reads no more; a look at
 * the body would make a stream of it.
 */
function limitBody([maxSize, refusal]: NonNullable<Endpoint['limit']>): MiddlewareHandler {
  const tooLarge = () => toRefusalResponse(new Refusal(refusal))
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  return async (context, next) => {
    const length = context.req.header('content-length')
    if (context.req.header('transfer-encoding')) return counted(context, next)
    if (length !== undefined) return Number(length) <= maxSize ? next() : tooLarge()
    return context.req.method === 'GET' ? next() : counted(context, next)
  }
}

/**
 * The contract's client for whoever is not signed in, without HTTP between: what pages load their data with. Its calls are
 * validated and answered as over it, and count against no limit.
 */
export function createDirectClient(api: Api, log: Log): Client {
  const client: Partial<Record<OperationId, (input: Record<string, object>) => Promise<unknown>>> = {}
  const request = new Request('http://localhost')
  for (const name of Object.keys(operations) as OperationId[]) {
    const endpoint: Endpoint = endpoints[name]
    client[name] = async ({ params, query = {}, headers, body, form }) => {
      try {
        await api.authenticator.authenticate(api.shop, endpoint.access, request.headers, () => undefined)
        const given = Object.entries(query).filter(([, value]) => value !== undefined)
        const texts = Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
        const call = parseCall(endpoint, { params, query: texts, headers, body, form })
        return await callHandler(api, name, { request, actor: undefined, ...call })
      } catch (error) {
        throw toRefusal(error, log)
      }
    }
  }
  return client as Client
}

async function handleCall(api: Api, name: OperationId, context: Context<Env>): Promise<Response> {
  const endpoint: Endpoint = endpoints[name]
  const request = context.req.raw
  await api.limiter.admit(name, { address: getAddress(api, context) })
  const accountUse = (accountId: string) => api.limiter.accountUse(name, accountId)
  const actor = await api.authenticator.authenticate(api.shop, endpoint.access, request.headers, accountUse)
  if (actor) context.set('accountId', actor.id)
  const call: ParsedCall = {
    request,
    actor,
    ...parseCall(endpoint, {
      params: context.req.param(),
      query: context.req.query(),
      headers: endpoint.headers && context.req.header(),
      body: endpoint.body && (await parseJson(request)),
      form: endpoint.form && (await parseForm(request)),
    }),
  }
  const reply = await callHandler(api, name, call)
  const next = buildNextLink(context, endpoint, call, reply)
  const body = JSON.stringify(reply)
  return context.body(body, 200, {
    'content-type': 'application/json',
    // Without it, an answer of a few bytes would be compressed.
    'content-length': String(Buffer.byteLength(body)),
    ...(endpoint.access !== 'public' && { 'cache-control': 'no-store' }),
    ...(next && { link: `<${next}>; rel="next"` }),
  })
}

/** What came, as the endpoint has it; refuses what does not fit. */
function parseCall(endpoint: Endpoint, { params, query, headers, body, form }: RequestParts): RequestParts {
  return {
    params: endpoint.params && parseOrRefuse(endpoint.params, params),
    query: endpoint.query && parseOrRefuse(endpoint.query, query),
    headers: endpoint.headers && parseOrRefuse(endpoint.headers, headers),
    body: endpoint.body && parseOrRefuse(endpoint.body, body),
    form: endpoint.form && parseOrRefuse(endpoint.form, form),
  }
}

async function callHandler(api: Api, name: OperationId, call: ParsedCall): Promise<unknown> {
  const handle = handlers[name] as (api: Api, call: unknown) => Promise<unknown>
  return endpoints[name].reply.parse(await handle(api, call))
}

function getAddress({ trustedProxies }: Api, { req, env }: Context<Env>): string | undefined {
  return getClientAddress(req.raw.headers, env, trustedProxies)
}

async function parseJson(request: Request): Promise<unknown> {
  return request.json().catch(() => refuse('invalid_input', [{ field: '', message: 'The body is not valid JSON.' }]))
}

async function parseForm(request: Request): Promise<object> {
  const form = await request
    .formData()
    .catch(() => refuse('invalid_input', [{ field: '', message: 'The body is no valid form.' }]))
  return Object.fromEntries(form)
}

/** Where a list's further rows are, when it came back full. */
function buildNextLink(
  context: Context,
  { cursor }: Endpoint,
  { query }: ParsedCall,
  reply: unknown,
): string | undefined {
  const limit = typeof query === 'object' && query && 'limit' in query ? Number(query.limit) : undefined
  if (!cursor || !Array.isArray(reply) || reply.length !== limit) return undefined
  const next = new URL(context.req.url)
  next.searchParams.delete('before')
  next.searchParams.set('cursor', reply.at(cursor === 'last' ? -1 : 0)._id)
  return next.pathname + next.search
}
