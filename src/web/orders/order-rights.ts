import type { OrderDetails } from '#contract/schemas/orders.ts'
import { type CompanyRole, hasCompanyRole } from '#contract/states/company-roles.ts'

interface Reader {
  email: string
  admin: boolean
  role: CompanyRole | null
}

/** What the reader may do, as the shop decides it: `shop/accounts/company-role.ts`. */
export function findRights({ userEmail, company, status }: OrderDetails, { email, admin, role }: Reader) {
  const isTheirs = userEmail === email
  const needed = isTheirs ? 'buyer' : 'manager'
  return {
    /** The order is the reader's, or their company's. */
    isOwn: isTheirs || !admin,
    mayChange: company && !admin ? role !== null && hasCompanyRole(role, needed) : isTheirs,
    mayReturn: admin || company === null || (role !== null && hasCompanyRole(role, 'buyer')),
    mayApprove: status === 'waiting' && (admin || role === 'manager'),
  }
}

export type OrderRights = ReturnType<typeof findRights>
