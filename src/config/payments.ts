import { z } from 'zod'
import { optionalSetting, requireAllOrNone, toOrigin } from './schema-parts.ts'

export const PaymentSettings = z.object({
  STRIPE_SECRET_KEY: optionalSetting(z.string().regex(/^[sr]k_(test|live)_\w+$/, 'must be a key like sk_live_…')),
  STRIPE_PUBLISHABLE_KEY: optionalSetting(z.string().regex(/^pk_(test|live)_\w+$/, 'must be a key like pk_live_…')),
  STRIPE_WEBHOOK_SECRET: optionalSetting(z.string().regex(/^whsec_\w+$/, 'must be a secret like whsec_…')),
  STRIPE_API_ORIGIN: optionalSetting(
    z.url({ protocol: /^http$/, error: 'must be a URL like http://127.0.0.1:12111' }).transform(toOrigin),
  ),
})

type PaymentSettings = z.output<typeof PaymentSettings>

export function findPaymentProblems(env: PaymentSettings): string[] {
  const problems = requireAllOrNone(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (problems.length > 0) return problems
  const isLive = (key: string | undefined) => key?.split('_')[1] === 'live'
  const hasMixedModes = isLive(env.STRIPE_SECRET_KEY) !== isLive(env.STRIPE_PUBLISHABLE_KEY)
  return hasMixedModes ? ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes, test and live.'] : []
}

export function parseStripe(env: PaymentSettings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_ORIGIN: apiOrigin } = env
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret, apiOrigin }
    : undefined
}
