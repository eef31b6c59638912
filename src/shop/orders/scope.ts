import { type SQL, sql } from 'drizzle-orm'
import { orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'

/**
 * Whose orders, and all that belongs to them, are read and locked: an account's own, those of the company that it orders for and
 * its own, or the whole shop's.
 */
export type Scope =
  | { kind: 'account'; accountId: string }
  | { kind: 'company'; companyId: string; accountId: string }
  | { kind: 'shop' }

export const shopScope: Scope = { kind: 'shop' }

export const toScope = ({ id, companyId }: Pick<Account, 'id' | 'companyId'>): Scope =>
  companyId === null ? { kind: 'account', accountId: id } : { kind: 'company', companyId, accountId: id }

export function isInScope(scope: Scope): SQL {
  if (scope.kind === 'shop') return sql`true`
  const isOwn = isOwnOrder(scope.accountId)
  return scope.kind === 'account' ? isOwn : sql`(${orders.companyId} = ${scope.companyId} or ${isOwn})`
}

/** What somebody orders for a company is the company's, also after they have left it. */
export const isOwnOrder = (accountId: string): SQL =>
  sql`(${orders.accountId} = ${accountId} and ${orders.companyId} is null)`

/** What an account has ordered and may still read: nothing for a company that it has left. */
export const matchReadableOf = (account: Pick<Account, 'id' | 'companyId'>): SQL =>
  sql`(${orders.accountId} = ${account.id} and ${isInScope(toScope(account))})`
