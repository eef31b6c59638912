import { type Context, Hono } from 'hono'
import { toCursor } from '#contract/cursors.ts'
import { type Endpoint, neverStored } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import type { RequestVariables } from '#observability/request-log.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { iterateInTurn } from '#shop/queue.ts'
import type { Api } from './api.ts'
import { handleAuth } from './auth-routes.ts'
import { setCacheHeaders } from './cache-headers.ts'
import { callHandler, getLimitClass, type ParsedCall, parseRequestParts } from './calls.ts'
import { findClientIp, type NodeBindings, toCustomerNetwork } from './client-ip.ts'
import { type StreamedFile, streamText } from './exports/stream-text.ts'
import { limitBody } from './limit-body.ts'
import { serveOpenApi } from './openapi-route.ts'
import { logAndConvertError, toProblemResponse } from './problems.ts'
import { createWebhookRoutes } from './webhooks.ts'

export interface ApiEnv {
  Bindings: NodeBindings
  Variables: RequestVariables
}

const authBodyLimit = [10_000, 'body_too_large'] as const
const defaultBodyLimit = [100_000, 'body_too_large'] as const

export function createApiRoutes(api: Api, log: Log): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.on(['GET', 'POST'], '/auth/*', limitBody(...authBodyLimit), context =>
    handleAuth(api, context.req.raw, findRequestIp(api, context)),
  )
  app.use('/webhooks/*', limitBody(...defaultBodyLimit))
  app.route('/webhooks', createWebhookRoutes(api.shop, log))
  app.get('/openapi.json', serveOpenApi(api.shop))
  for (const id of Object.keys(operations) as OperationId[]) {
    const { method, path } = parseOperation(operations[id])
    const { bodyLimit: limit = defaultBodyLimit, form }: Endpoint = endpoints[id]
    app.on(method, path, limitBody(...limit, Boolean(form)), context => handleCall(api, id, context, log))
  }
  app.all('*', () => refuse('call_unknown'))
  app.onError((error, context) => {
    const refusal = logAndConvertError(error, log)
    if (refusal === error) context.set('refusalCode', refusal.code)
    return toProblemResponse(refusal)
  })
  return app
}

async function handleCall(api: Api, id: OperationId, context: Context<ApiEnv>, log: Log): Promise<Response> {
  const endpoint: Endpoint = endpoints[id]
  const request = context.req.raw
  const ip = findRequestIp(api, context)
  const limit = getLimitClass(id, context.req.query())
  const isRead = limit === 'read' || limit === 'search'
  await api.rateLimiter.count(isRead ? limit : 'read', { ip })
  // A body may take two minutes to arrive, so roles and sessions are read after it.
  const text = endpoint.body && (await request.text().catch(() => ''))
  const authenticate = () => api.authenticator.authenticate(api.shop, endpoint.access, request.headers)
  const actor = await authenticate()
  if (actor) {
    context.set('accountId', actor.id)
    if (!isRead) await api.rateLimiter.count(limit, actor)
  }
  const readAndCall = async (mayHaveChanged: boolean, body?: Buffer<ArrayBuffer>) => {
    const call: ParsedCall = {
      request,
      // The session or role may have changed during the wait.
      actor: mayHaveChanged ? await authenticate() : actor,
      ip,
      ...parseRequestParts(endpoint, {
        params: context.req.param(),
        query: context.req.query(),
        headers: endpoint.headers && context.req.header(),
        body: text === undefined ? undefined : parseJson(text),
        form: body && (await parseForm(request, body)),
      }),
    }
    return { call, reply: await callHandler(api, id, call) }
  }
  const { call, reply } = await runInTurn(api, endpoint, { actor, request, ip }, readAndCall)
  if (endpoint.file) {
    const { fileName, texts } = reply as StreamedFile
    const headers = {
      'content-type': endpoint.file === 'text/csv' ? 'text/csv; charset=utf-8' : endpoint.file,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': neverStored,
    }
    const textsInTurn =
      endpoint.access === 'account' && actor ? iterateInTurn(api.accountQueue, actor.id, texts) : texts
    return new Response(streamText(textsInTurn, log), { headers })
  }
  const nextLink = buildNextLink(context, endpoint, call, reply)
  const body = JSON.stringify(reply)
  const headers = new Headers({
    'content-type': 'application/json',
    // Hono's compression skips small bodies only if their length is declared.
    'content-length': String(Buffer.byteLength(body)),
    ...(nextLink && { link: `<${nextLink}>; rel="next"` }),
  })
  if (endpoint.access !== 'public') headers.set('cache-control', neverStored)
  const incomplete = !api.shop.notifications.isConnected()
  if (endpoint.cacheTag) setCacheHeaders(headers, { tags: new Set([endpoint.cacheTag]), incomplete })
  return new Response(body, { headers })
}

function runInTurn<Result>(
  { uploadBudget, accountQueue, visitorQueue }: Api,
  { access, form }: Endpoint,
  { actor, request, ip = '' }: { actor: Actor | undefined; request: Request; ip: string | undefined },
  run: (mayHaveChanged: boolean, body?: Buffer<ArrayBuffer>) => Promise<Result>,
): Promise<Result> {
  if (!actor) return visitorQueue(run, toCustomerNetwork(ip))
  if (form) return uploadBudget(request, actor, body => run(true, body))
  return access === 'admin' ? run(false) : accountQueue(run, actor.id)
}

export function findRequestIp(
  { trustedProxies }: Pick<Api, 'trustedProxies'>,
  { req, env }: Context<ApiEnv>,
): string | undefined {
  return findClientIp(req.raw.headers, env, trustedProxies)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('invalid_input', [{ field: '', message: 'The body is not valid JSON.' }])
  }
}

async function parseForm(request: Request, body: Buffer<ArrayBuffer>): Promise<object> {
  const refuseForm = () => refuse('invalid_input', [{ field: '', message: 'The body is no valid form.' }])
  const type = formType.exec(request.headers.get('content-type') ?? '')
  const boundary = type?.[2] ?? refuseForm()
  if (hasMoreThan(maxFormParts, body, `--${boundary}`)) refuseForm()
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(body, { headers }).formData().catch(refuseForm)
  return Object.fromEntries(form)
}

/** Only one parameter is accepted: with several, the parser might pick another boundary (RFC 2046, section 5.1.1). */
const formType = /^multipart\/form-data; *boundary=("?)([\w'()+,./:=? -]{1,70})\1$/i

/** A form of many small parts takes a second to parse. */
const maxFormParts = 10

function hasMoreThan(max: number, body: Buffer, text: string): boolean {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count <= max; at = body.indexOf(text, at + text.length)) count += 1
  return count > max
}

function buildNextLink(
  context: Context,
  { cursor }: Endpoint,
  { query }: ParsedCall,
  reply: unknown,
): string | undefined {
  const { limit, sort } = Object(query) as { limit?: number; sort?: string }
  if (!cursor || !Array.isArray(reply) || reply.length !== limit) return undefined
  const next = new URL(context.req.url)
  next.searchParams.delete('before')
  next.searchParams.set('cursor', toCursor(reply.at(cursor === 'last' ? -1 : 0), sort))
  return next.pathname + next.search
}
