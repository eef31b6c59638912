import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import type { ParsedCall } from './calls.ts'

/**
 * Of admins. Exports are not among them, since replicas cancel what reads for long, and neither are imports, whose jobs
 * change rows and state together.
 */
const adminReads: readonly OperationId[] = [
  'listAccounts',
  'countAccounts',
  'listAllOrders',
  'countAllOrders',
  'listReturns',
  'countReturns',
  'listAllReviews',
  'countAllReviews',
  'listAdminActions',
  'countAdminActions',
  'listStockMovements',
  'listAllPages',
  'getOverview',
]

/** Buyers see at once what they do; what visitors see may be behind for a moment. */
export function mayReadReplica(id: OperationId, { actor, request }: Pick<ParsedCall, 'actor' | 'request'>): boolean {
  if (actor) return adminReads.includes(id)
  const { cacheTag }: Endpoint = endpoints[id]
  return cacheTag !== undefined && !request.headers.has('authorization')
}
