import { eq, type SQL, sql } from 'drizzle-orm'
import { orders } from '#db/tables/orders.ts'

/** Whose orders, and all that belongs to them, are read and locked: an account's, or the whole shop's. */
export type Scope = { kind: 'account'; accountId: string } | { kind: 'shop' }

export const shopScope: Scope = { kind: 'shop' }

export const toAccountScope = ({ id }: { id: string }): Scope => ({ kind: 'account', accountId: id })

export function isInScope(scope: Scope): SQL {
  return scope.kind === 'shop' ? sql`true` : eq(orders.accountId, scope.accountId)
}
