import type { Order } from '#contract/schemas/orders.ts'
import { type CompanyRole, hasCompanyRole } from '#contract/states/company-roles.ts'

interface Reader {
  email: string
  admin: boolean
  role: CompanyRole | null
}

/** What the reader may do, as the shop decides it: `shop/accounts/company-role.ts`. */
export function findRights(
  { userEmail, company, status }: Pick<Order, 'userEmail' | 'company' | 'status'>,
  { email, admin, role }: Reader,
) {
  const isTheirs = userEmail === email
  const needed = isTheirs ? 'buyer' : 'manager'
  return {
    /** The order is the reader's, or their company's. An admin has left the company that they ordered for. */
    isOwn: admin ? isTheirs && company === null : true,
    mayChange: company ? !admin && role !== null && hasCompanyRole(role, needed) : isTheirs,
    mayReturn: admin || company === null || (role !== null && hasCompanyRole(role, 'buyer')),
    mayApprove: status === 'waiting' && (admin || role === 'manager'),
  }
}

export type OrderRights = ReturnType<typeof findRights>
