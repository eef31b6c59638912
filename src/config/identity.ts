import { z } from 'zod'
import { optionalSetting, requireAllOrNone } from './schema-parts.ts'

export const IdentitySettings = z.object({
  REQUIRE_ADMIN_2FA: optionalSetting(z.enum(['on', 'off'], 'must be on or off')),
  CHECK_PASSWORDS: optionalSetting(z.enum(['on', 'off'], 'must be on or off')),
  GOOGLE_CLIENT_ID: optionalSetting(z.string()),
  GOOGLE_CLIENT_SECRET: optionalSetting(z.string()),
})

type IdentitySettings = z.output<typeof IdentitySettings>

export const findIdentityProblems = (env: IdentitySettings): string[] =>
  requireAllOrNone(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])

export function hasPasswordChecks({ CHECK_PASSWORDS: check }: IdentitySettings, isProduction: boolean): boolean {
  return isProduction ? check !== 'off' : check === 'on'
}

export function parseGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: IdentitySettings) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}
