import { z } from 'zod'
import { line, requiredLine, text, withShown } from '#contract/schemas/fields.ts'
import { isEmail } from '#contract/text.ts'
import { isTimeZone, noTimeZone } from '#contract/time-zones.ts'

const percentRange = 'A percentage from 0 to 99.99, with at most two decimals.'
const minimumRange = 'An amount from 0 to 999,999.99, with at most two decimals.'
const daysRange = 'Whole days from 0 to 365.'
const hasTwoDecimals = (number: number) => Math.abs(number * 100 - Math.round(number * 100)) < 1e-6

export const Settings = z.object({
  storeName: requiredLine(60),
  contactAddress: text(300),
  contactPhone: line(40),
  contactEmail: line(320).refine(email => email === '' || isEmail(email), 'This is no email address.'),
  sellerName: line(300),
  sellerAddress: text(300),
  sellerTaxId: line(100),
  sellerBank: text(300),
  timeZone: line(60).refine(isTimeZone, noTimeZone),
  taxPercent: z.number(percentRange).min(0, percentRange).max(99.99, percentRange).refine(hasTwoDecimals, percentRange),
  orderMinimum: z
    .number(minimumRange)
    .min(0, minimumRange)
    .max(999_999.99, minimumRange)
    .refine(hasTwoDecimals, minimumRange),
  dispatchTime: line(60),
  returnTransitDays: z.number(daysRange).int(daysRange).min(0, daysRange).max(365, daysRange),
})
export type Settings = z.infer<typeof Settings>

export const SettingsReply = z.object({
  current: Settings,
  defaults: Settings,
})

export const SettingsChange = withShown(Settings.partial())
