import { z } from 'zod'
import { onOrOff, optionalSetting, requireAllOrNone } from './schema-parts.ts'

const issuerProblem = 'must be a URL like https://login.example.com, as the provider names itself'

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return isLocal || url?.protocol === 'https:'
}

export const IdentitySettings = z.object({
  REQUIRE_ADMIN_2FA: onOrOff,
  CHECK_PASSWORDS: onOrOff,
  GOOGLE_CLIENT_ID: optionalSetting(z.string()),
  GOOGLE_CLIENT_SECRET: optionalSetting(z.string()),
  OIDC_ISSUER: optionalSetting(z.string().refine(isIssuer, issuerProblem)),
  OIDC_CLIENT_ID: optionalSetting(z.string()),
  OIDC_CLIENT_SECRET: optionalSetting(z.string()),
  OIDC_NAME: optionalSetting(z.string().max(40, 'must be at most 40 characters')),
})

type IdentitySettings = z.output<typeof IdentitySettings>

export const findIdentityProblems = (env: IdentitySettings): string[] => [
  ...requireAllOrNone(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
  ...requireAllOrNone(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']),
]

export function hasPasswordChecks({ CHECK_PASSWORDS: check }: IdentitySettings, isProduction: boolean): boolean {
  return isProduction ? check !== 'off' : check === 'on'
}

export function parseGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: IdentitySettings) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

export function parseOidc({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: IdentitySettings) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_NAME) return undefined
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name: OIDC_NAME }
}
