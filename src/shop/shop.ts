import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import type { Notifications } from '#db/notifications.ts'
import type { Count } from '#observability/metrics.ts'
import type { Images } from '#providers/images/port.ts'
import type { Payments } from '#providers/payments/port.ts'

/** What the business depends on. */
export interface Shop {
  db: Db
  notifications: Notifications
  payments: Payments
  images: Images
  /** The shop's name and origin, for mails. */
  site: { name: string; origin: string }
  /** Lower-case emails that become admins at their first verified sign-in. */
  adminEmails: readonly string[]
  count: Count
}

/** Rejects when the database does not answer. */
export async function checkReady(shop: Shop): Promise<void> {
  await shop.db.execute(sql`select 1`)
}
