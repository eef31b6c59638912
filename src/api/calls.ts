import type { Endpoint, LimitClass } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import type { Api } from './api.ts'
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

export function getLimitClass(id: OperationId, query: object): LimitClass {
  const endpoint: Endpoint = endpoints[id]
  const isSearch = endpoint.access === 'public' && (('q' in query && query.q) || ('spec' in query && query.spec))
  if (isSearch) return 'search'
  return endpoint.limit ?? (operations[id].startsWith('GET ') ? 'read' : 'write')
}

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

/** Parsing the reply drops fields that the contract does not have, so a new column never leaks. */
export async function callHandler(api: Api, id: OperationId, call: ParsedCall): Promise<unknown> {
  const handle = handlers[id] as (api: Api, call: unknown) => Promise<unknown>
  const reply = await handle(api, call)
  const { file, reply: schema }: Endpoint = endpoints[id]
  return file ? reply : schema.parse(reply)
}
