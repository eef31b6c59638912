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
  /** The canonical origin, for URLs in mails. */
  origin: string
  /** In lower case: these become admins by a sign-in after their email was verified, unless an admin demoted them. */
  adminEmails: readonly string[]
  /** Whether an admin's session needs a second factor for what only admins may do. */
  adminsNeedSecondFactor: boolean
  /** After so long an order that is not paid is cancelled. */
  unpaidOrderHours: number
  /** Whether an account orders, reviews and uploads only once its email is verified. */
  requiresVerifiedEmail: boolean
  /** Whether visitors see only the reviews that an admin approved. */
  reviewsNeedApproval: boolean
  /** How long orders of closed accounts keep name, phone and address. */
  keepPersonalDataDays: number
  incrementCounter: IncrementCounter
}
