import type { Db } from '#db/database.ts'
import type { Notifications } from '#db/notifications.ts'
import type { IncrementCounter } from '#observability/metrics.ts'
import type { Images } from '#providers/images/port.ts'
import type { Payments } from '#providers/payments/port.ts'
import type { Settings } from './settings.ts'

export interface Shop {
  db: Db
  notifications: Notifications
  payments: Payments
  images: Images
  settings: Settings
  /** Canonical origin for URLs in mails. */
  origin: string
  /** Lower case. They become admins at a sign-in with a verified email, unless they were demoted. */
  adminEmails: readonly string[]
  adminsNeedSecondFactor: boolean
  unpaidOrderHours: number
  requiresVerifiedEmail: boolean
  reviewsNeedApproval: boolean
  /** Orders of closed accounts keep name, phone and address for this time. */
  keepPersonalDataDays: number
  incrementCounter: IncrementCounter
}
