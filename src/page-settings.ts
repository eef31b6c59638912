import type { Config } from '#config/config.ts'
import { formatDay } from '#contract/time-zones.ts'
import type { Shop } from '#shop/shop.ts'
import type { PageSettings } from '#web/context.ts'

export function toPageSettings(
  { settings, origin, payments, requiresVerifiedEmail }: Shop,
  { images, oidc }: Config,
  now: Date,
): PageSettings {
  const { timeZone, storeName, contactAddress, contactPhone, contactEmail, orderMinimumCents } = settings.current
  return {
    storeName,
    footerLinks: settings.footerLinks,
    contact: { address: contactAddress, phone: contactPhone, email: contactEmail },
    year: Number(formatDay(now, timeZone).slice(0, 4)),
    timeZone,
    origin,
    orderMinimum: orderMinimumCents / 100,
    requiresVerifiedEmail,
    oidcName: oidc?.name,
    payments: { form: payments.cardForm, publishableKey: payments.publishableKey },
    imageOrigin: images.s3 && new URL(images.s3.publicUrl).origin,
  }
}
