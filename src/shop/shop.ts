import type { Db } from '#db/open.ts'
import type { Payments } from '#providers/payments/port.ts'

/** What the business needs of the world. */
export interface Shop {
  db: Db
  payments: Payments
  /** Emails of the first admins, in lower case. */
  adminEmails: readonly string[]
}
