import type { Client } from '#contract/client.ts'
import { type Endpoint, isOpen } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import type { Api } from './api.ts'
import type { CacheDependencies } from './cache-headers.ts'
import { callHandler, getLimitClass, parseRequestParts } from './calls.ts'
import { logAndConvertError } from './problems.ts'

const request = new Request('http://localhost')

type DirectCall = (input: Record<string, object>) => Promise<unknown>

/** Calls the handlers as a signed-out visitor, without HTTP. Only the rate limit of searches applies. */
export function createDirectClient(api: Api, log: Log, dependencies: CacheDependencies, ip?: string): Client {
  const client: Partial<Record<OperationId, DirectCall>> = {}
  for (const id of Object.keys(operations) as OperationId[]) {
    const endpoint: Endpoint = endpoints[id]
    client[id] = async ({ params, query = {}, headers, body, form }) => {
      if (endpoint.cacheTag) dependencies.tags.add(endpoint.cacheTag)
      if (!api.shop.notifications.isConnected()) dependencies.incomplete = true
      try {
        if (getLimitClass(id, query) === 'search') await api.rateLimiter.count('search', { ip })
        if (!isOpen(endpoint.access)) refuse('sign_in_required')
        const queryEntries = Object.entries(query).filter(([, value]) => value !== undefined)
        const queryTexts = Object.fromEntries(queryEntries.map(([name, value]) => [name, String(value)]))
        const call = parseRequestParts(endpoint, { params, query: queryTexts, headers, body, form })
        return await callHandler(api, id, { request, actor: undefined, ip, ...call })
      } catch (error) {
        dependencies.incomplete = true
        throw logAndConvertError(error, log)
      }
    }
  }
  return client as Client
}
