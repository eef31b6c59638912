import { eq, type SQL, sql } from 'drizzle-orm'
import { orders } from '#db/tables/orders.ts'

/**
 * Whose orders, with their documents, shipments, payments, refunds and returns, are read and locked: an account's, or the whole
 * shop's.
 */
export type Scope = { kind: 'account'; accountId: string } | { kind: 'shop' }

/** Admins, webhooks and jobs read all orders. */
export const shopScope: Scope = { kind: 'shop' }

export const toAccountScope = ({ id }: { id: string }): Scope => ({ kind: 'account', accountId: id })

/** The one condition that decides whose orders are read. */
export function isInScope(scope: Scope): SQL {
  return scope.kind === 'shop' ? sql`true` : eq(orders.accountId, scope.accountId)
}
