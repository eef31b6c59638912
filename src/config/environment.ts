import { z } from 'zod'
import { isEmail, normalizeEmail } from '#contract/text.ts'
import { CdnSettings } from './cdn.ts'
import { DatabaseSettings } from './database.ts'
import { EmbeddedServiceSettings } from './embedded-services.ts'
import { IdentitySettings } from './identity.ts'
import { ImageSettings } from './images.ts'
import { ObservabilitySettings } from './observability.ts'
import { PaymentSettings } from './payments.ts'
import { hostName, omitBlank, onOrOff, optionalSetting, portNumber, toOrigin } from './schema-parts.ts'
import { SecretSettings } from './secrets.ts'
import { ShopRuleSettings } from './shop-rules.ts'

export const Environment = z.object({
  PORT: z.preprocess(value => omitBlank(value) ?? '3000', portNumber),
  HOST: z.preprocess(value => omitBlank(value) ?? '127.0.0.1', hostName),
  PROCESSES: z.preprocess(
    value => omitBlank(value) ?? '1',
    z
      .string()
      .regex(/^[1-9]\d?$/, 'must be a number from 1 to 99')
      .transform(Number),
  ),
  ...DatabaseSettings.shape,
  STORE_NAME: z.preprocess(value => omitBlank(value) ?? 'Big Wholesale', z.string().trim().min(1).max(60)),
  PUBLIC_URL: optionalSetting(
    z.url({ protocol: /^https?$/, error: 'must be a URL like https://shop.example' }).transform(toOrigin),
  ),
  ...SecretSettings.shape,
  TRUSTED_PROXIES: optionalSetting(z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number)),
  RATE_LIMITS: onOrOff,
  ...ShopRuleSettings.shape,
  ...IdentitySettings.shape,
  ...PaymentSettings.shape,
  SMTP_URL: optionalSetting(
    z.url({ protocol: /^smtps?$/, error: 'must be a URL like smtps://user:password@mail.example' }),
  ),
  MAIL_FROM: optionalSetting(z.string().refine(isEmail, 'must be an email address').transform(normalizeEmail)),
  ...ImageSettings.shape,
  ...CdnSettings.shape,
  ...ObservabilitySettings.shape,
  ...EmbeddedServiceSettings.shape,
})
export type Environment = z.output<typeof Environment>

export const settingNames = Object.keys(Environment.shape)
