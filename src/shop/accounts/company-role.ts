import { refuse } from '#contract/refusals.ts'
import { type CompanyRole, hasCompanyRole } from '#contract/states/company-roles.ts'
import type { OrderHeader } from '#db/tables/orders.ts'
import type { Account } from './accounts.ts'

type Member = Pick<Account, 'id' | 'companyId' | 'companyRole'>

/** Refuses `member_needed`, `buyer_needed` and `manager_needed`. */
export function assertCompanyRole({ companyRole }: Member, needed: CompanyRole): void {
  if (companyRole === null) refuse('member_needed')
  if (!hasCompanyRole(companyRole, needed)) refuse(needed === 'manager' ? 'manager_needed' : 'buyer_needed')
}

/** Whoever has no company orders for themselves. Refuses `buyer_needed`. */
export function assertMayOrder(account: Member): void {
  if (account.companyId !== null) assertCompanyRole(account, 'buyer')
}

/** Buyers change the orders that they placed for their company, managers all of its orders. Refuses `buyer_needed` and `manager_needed`. */
export function assertMayChangeOrder(
  account: Member,
  { companyId, accountId }: Pick<OrderHeader, 'companyId' | 'accountId'>,
): void {
  if (companyId !== null) assertCompanyRole(account, accountId === account.id ? 'buyer' : 'manager')
}
