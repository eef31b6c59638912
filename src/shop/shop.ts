import { sql } from 'drizzle-orm'
import type { Notifications } from '#db/notifications.ts'
import type { Db } from '#db/pglite.ts'
import { isConnectionError } from '#db/postgres.ts'
import type { Count } from '#observability/metrics.ts'
import type { Images } from '#providers/images/port.ts'
import type { Payments } from '#providers/payments/port.ts'

/** What the business needs of the world. */
export interface Shop {
  db: Db
  notifications: Notifications
  payments: Payments
  images: Images
  /** The shop as its mails name it: what it is called, and where it is. */
  site: { name: string; origin: string }
  /** Emails of the first admins, in lower case. */
  adminEmails: readonly string[]
  /** Counts what happens, for the operator's metrics. */
  count: Count
}

/** Resolves when the shop can work: its database answers. */
export async function checkReady(shop: Shop): Promise<void> {
  await shop.db.execute(sql`select 1`)
}

/** Whether an error is nobody's fault here: the database can't be reached. */
export const isOutage = isConnectionError
