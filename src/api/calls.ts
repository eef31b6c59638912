import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import type { Api } from './handlers/handler.ts'
import { handlers } from './handlers/handlers.ts'
import { parseOrRefuse } from './problems.ts'

export interface RequestParts {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  form: unknown
}

export interface ParsedCall extends RequestParts {
  request: Request
  actor: Actor | undefined
  ip: string | undefined
}

/** Counts a public search, of the API or of a page. Refuses `too_many_requests`. */
export async function limitSearch(api: Api, id: OperationId, query: object, ip: string | undefined): Promise<void> {
  const isSearch = endpoints[id].access === 'public' && (('q' in query && query.q) || ('spec' in query && query.spec))
  if (isSearch) await api.rateLimiter.consume('search', { ip })
}

/** Refuses `invalid_input`. */
export function parseRequestParts(
  endpoint: Endpoint,
  { params, query, headers, body, form }: RequestParts,
): RequestParts {
  return {
    params: endpoint.params && parseOrRefuse(endpoint.params, params),
    query: endpoint.query && parseOrRefuse(endpoint.query, query),
    headers: endpoint.headers && parseOrRefuse(endpoint.headers, headers),
    body: endpoint.body && parseOrRefuse(endpoint.body, body),
    form: endpoint.form && parseOrRefuse(endpoint.form, form),
  }
}

/** Parsing the reply drops fields that the contract does not have: a new column never leaks. */
export async function callHandler(api: Api, id: OperationId, call: ParsedCall): Promise<unknown> {
  const handle = handlers[id] as (api: Api, call: unknown) => Promise<unknown>
  const reply = await handle(api, call)
  const { isCsv, reply: schema }: Endpoint = endpoints[id]
  return isCsv ? reply : schema.parse(reply)
}
