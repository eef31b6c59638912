import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Account } from '#shop/accounts.ts'
import { type Api, handlers } from './handlers.ts'
import { parseOrRefuse } from './problems.ts'

/** The parts of a request, as sent or as parsed by the endpoint's schemas. */
export interface RequestParts {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  form: unknown
}

export interface ParsedCall extends RequestParts {
  request: Request
  actor: Account | undefined
}

/** The parts as parsed by the endpoint's schemas; refuses `invalid_input`. */
export function parseCall(endpoint: Endpoint, { params, query, headers, body, form }: RequestParts): RequestParts {
  return {
    params: endpoint.params && parseOrRefuse(endpoint.params, params),
    query: endpoint.query && parseOrRefuse(endpoint.query, query),
    headers: endpoint.headers && parseOrRefuse(endpoint.headers, headers),
    body: endpoint.body && parseOrRefuse(endpoint.body, body),
    form: endpoint.form && parseOrRefuse(endpoint.form, form),
  }
}

/** Runs the handler; its reply has the fields of the endpoint's schema and no others. */
export async function callHandler(api: Api, id: OperationId, call: ParsedCall): Promise<unknown> {
  const handle = handlers[id] as (api: Api, call: unknown) => Promise<unknown>
  return endpoints[id].reply.parse(await handle(api, call))
}
