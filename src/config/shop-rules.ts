import { z } from 'zod'
import { defaultAppearance } from '#contract/appearance/appearance.ts'
import { currencyCodes, type PriceTerms } from '#contract/pricing/currencies.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import { isEmail, normalizeEmail } from '#contract/text.ts'
import { isTimeZone } from '#contract/time-zones.ts'
import type { Environment } from './environment.ts'
import { omitBlank, onOrOff, optionalSetting, parseList } from './schema-parts.ts'

const shortText = optionalSetting(z.string().trim().max(300, 'must have at most 300 characters'))

/** Environment variables have no line breaks, so `;` stands for one. */
const toLines = (text = '') =>
  text
    .split(';')
    .map(line => line.trim())
    .join('\n')

export const ShopRuleSettings = z.object({
  ADMIN_EMAILS: optionalSetting(
    z
      .string()
      .transform(parseList)
      .refine(emails => emails.every(isEmail), 'must be email addresses with commas between them')
      .transform(emails => emails.map(normalizeEmail)),
  ),
  UNPAID_ORDER_HOURS: z.preprocess(
    value => omitBlank(value) ?? '168',
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a number of hours from 1 to 9999')
      .transform(Number),
  ),
  CURRENCY: optionalSetting(z.enum(currencyCodes, `must be one of ${currencyCodes.join(', ')}`)),
  PRICES: optionalSetting(z.enum(['with_tax', 'without_tax'], 'must be with_tax or without_tax')),
  ORDER_MINIMUM: z.preprocess(
    value => omitBlank(value) ?? '0',
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be an amount from 0 to 999999.99')
      .transform(amount => Math.round(Number(amount) * 100)),
  ),
  TAX_PERCENT: z.preprocess(
    value => omitBlank(value) ?? '0',
    z
      .string()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage from 0 to 99.99')
      .transform(Number),
  ),
  CONTACT_ADDRESS: shortText,
  CONTACT_PHONE: shortText,
  CONTACT_EMAIL: optionalSetting(z.string().trim().refine(isEmail, 'must be an email address')),
  TIME_ZONE: z.preprocess(
    value => omitBlank(value) ?? 'UTC',
    z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
  ),
  SELLER_NAME: shortText,
  SELLER_ADDRESS: shortText,
  SELLER_TAX_ID: shortText,
  SELLER_BANK: shortText,
  KEEP_PERSONAL_DATA_DAYS: z.preprocess(
    value => omitBlank(value) ?? '90',
    z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of days from 0 to 9999')
      .transform(Number),
  ),
  RETURN_TRANSIT_DAYS: z.preprocess(
    value => omitBlank(value) ?? '5',
    z
      .string()
      .regex(/^(\d{1,2}|[12]\d\d|3[0-5]\d|36[0-5])$/, 'must be a number of days from 0 to 365')
      .transform(Number),
  ),
  DISPATCH_TIME: optionalSetting(z.string().trim().max(60, 'must have at most 60 characters')),
  REQUIRE_VERIFIED_EMAIL: onOrOff,
  REVIEWS_APPROVAL: onOrOff,
})

export function parseShopRules(env: Environment, isProduction: boolean) {
  return {
    adminEmails: env.ADMIN_EMAILS ?? [],
    adminsNeedSecondFactor: env.REQUIRE_ADMIN_2FA === 'on',
    unpaidOrderHours: env.UNPAID_ORDER_HOURS,
    requiresVerifiedEmail: (env.REQUIRE_VERIFIED_EMAIL ?? (isProduction ? 'on' : 'off')) === 'on',
    reviewsNeedApproval: env.REVIEWS_APPROVAL === 'on',
    keepPersonalDataDays: env.KEEP_PERSONAL_DATA_DAYS,
  }
}

/** What the environment leaves open stays as it is stored. */
export function parsePriceTerms({ CURRENCY: currency, PRICES: prices }: Environment): Partial<PriceTerms> {
  return { ...(currency && { currency }), ...(prices && { pricesIncludeTax: prices === 'with_tax' }) }
}

/** Sentences about wanted terms that are not the stored ones. */
export function describeOtherTerms(wanted: Partial<PriceTerms>, stored: PriceTerms): string[] {
  const keep = 'and the shop has orders, so they stay so'
  return [
    ...(wanted.currency && wanted.currency !== stored.currency
      ? [`CURRENCY is ${wanted.currency}, but prices are in ${stored.currency}, ${keep}.`]
      : []),
    ...(wanted.pricesIncludeTax !== undefined && wanted.pricesIncludeTax !== stored.pricesIncludeTax
      ? [`PRICES is ${formatPrices(wanted)}, but prices are ${formatPrices(stored)}, ${keep}.`]
      : []),
  ]
}

const formatPrices = ({ pricesIncludeTax }: Partial<PriceTerms>) => (pricesIncludeTax ? 'with_tax' : 'without_tax')

export function parseShopSettings(env: Environment, isDemo: boolean): ShopSettings {
  return {
    storeName: env.STORE_NAME,
    contactAddress: toLines(env.CONTACT_ADDRESS ?? '12 Foundry Road, Toolington'),
    contactPhone: env.CONTACT_PHONE ?? '+1 555 0100',
    contactEmail: env.CONTACT_EMAIL ?? 'hello@example.com',
    sellerName: env.SELLER_NAME ?? '',
    sellerAddress: toLines(env.SELLER_ADDRESS),
    sellerTaxId: env.SELLER_TAX_ID ?? '',
    sellerBank: toLines(env.SELLER_BANK ?? (isDemo ? 'Foundry Bank; IBAN GB00 FNDR 0000 0000 0000 00' : '')),
    timeZone: env.TIME_ZONE,
    taxPercent: env.TAX_PERCENT,
    orderMinimumCents: env.ORDER_MINIMUM,
    returnTransitDays: env.RETURN_TRANSIT_DAYS,
    ...defaultAppearance,
    dispatchTime: env.DISPATCH_TIME ?? (isDemo ? 'the next working day' : ''),
  }
}
