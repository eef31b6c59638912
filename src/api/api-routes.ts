import { type Context, Hono } from 'hono'
import { toCursor } from '#contract/cursors.ts'
import { type Endpoint, isForAdmins, isOpen, neverStored } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import type { RequestVariables } from '#observability/request-log.ts'
import { type Actor, assertAccess } from '#shop/accounts/actors.ts'
import { iterateInTurn } from '#shop/queue.ts'
import type { Api } from './api.ts'
import { handleAuth } from './auth-routes.ts'
import { setCacheHeaders } from './cache-headers.ts'
import { callHandler, getLimitClass, type ParsedCall, parseRequestParts, type RequestParts } from './calls.ts'
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
  const limit = getLimitClass(id, context.req.query())
  const isRead = limit === 'read' || limit === 'search'
  const ip = findRequestIp(api, context)
  await api.rateLimiter.count(isRead ? limit : 'read', { ip })
  // A body may take two minutes to arrive, so roles and sessions are read after it.
  const text = endpoint.body && (await request.text().catch(() => ''))
  const actor = await findCaller(api, endpoint, request)
  if (actor) {
    context.set('accountId', actor.account.id)
    assertAccess(api.shop, endpoint.access, actor)
    if (!isRead) await api.rateLimiter.count(limit, actor.account)
  }
  const { call, reply } = await runInTurn(api, endpoint, { actor, request, ip }, async form => {
    const call = { request, actor, ip, ...(await readInput(endpoint, context, text, form)) }
    return { call, reply: await callHandler(api, id, call) }
  })
  if (endpoint.file) return toFileResponse(api, endpoint, actor, reply as StreamedFile, log)
  return toJsonResponse(api, endpoint, reply, buildNextLink(context, endpoint, call, reply))
}

/** Who calls; undefined for a visitor, or with a proof in place of an access token. Refuses as `authenticate` does. */
async function findCaller({ authenticator, shop }: Api, { access }: Endpoint, { headers }: Request) {
  const isVisitor = access === 'anybody' ? !/^Bearer /.test(headers.get('authorization') ?? '') : isOpen(access)
  return isVisitor ? undefined : authenticator.authenticate(shop, headers)
}

function runInTurn<Result>(
  { uploadBudget, accountQueue, visitorQueue }: Api,
  { access, form }: Endpoint,
  { actor, request, ip = '' }: Pick<ParsedCall, 'actor' | 'request' | 'ip'>,
  run: (form?: Buffer<ArrayBuffer>) => Promise<Result>,
): Promise<Result> {
  if (!actor) return visitorQueue(run, toCustomerNetwork(ip))
  if (form) return uploadBudget(request, actor.account, run)
  return isForAdmins(access) ? run() : accountQueue(run, actor.account.id)
}

async function readInput(
  endpoint: Endpoint,
  context: Context<ApiEnv>,
  text: string | undefined,
  form: Buffer<ArrayBuffer> | undefined,
): Promise<RequestParts> {
  return parseRequestParts(endpoint, {
    params: context.req.param(),
    query: context.req.query(),
    headers: endpoint.headers && context.req.header(),
    body: text === undefined ? undefined : parseJson(text),
    form: form && (await parseForm(context.req.raw, form)),
  })
}

function toFileResponse(
  { accountQueue }: Api,
  { access, file = 'text/csv' }: Endpoint,
  actor: Actor | undefined,
  { fileName, texts }: StreamedFile,
  log: Log,
): Response {
  const headers = {
    'content-type': file === 'text/csv' ? 'text/csv; charset=utf-8' : file,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': neverStored,
  }
  const textsInTurn = actor && !isForAdmins(access) ? iterateInTurn(accountQueue, actor.account.id, texts) : texts
  return new Response(streamText(textsInTurn, log), { headers })
}

function toJsonResponse(
  { shop }: Api,
  { access, cacheTag }: Endpoint,
  reply: unknown,
  nextLink: string | undefined,
): Response {
  const body = JSON.stringify(reply)
  const headers = new Headers({
    'content-type': 'application/json',
    // Hono's compression skips small bodies only if their length is declared.
    'content-length': String(Buffer.byteLength(body)),
    ...(nextLink && { link: `<${nextLink}>; rel="next"` }),
  })
  if (access !== 'public') headers.set('cache-control', neverStored)
  const incomplete = !shop.notifications.isConnected()
  if (cacheTag) setCacheHeaders(headers, { tags: new Set([cacheTag]), incomplete })
  return new Response(body, { headers })
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
