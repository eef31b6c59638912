import type { Db } from '#db/open.ts'
import type { Images } from '#providers/images/port.ts'
import type { Payments } from '#providers/payments/port.ts'

/** What the business needs of the world. */
export interface Shop {
  db: Db
  payments: Payments
  images: Images
  /** The shop as its mails name it: what it is called, and where it is. */
  site: { name: string; origin: string }
  /** Emails of the first admins, in lower case. */
  adminEmails: readonly string[]
}
