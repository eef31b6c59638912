import { z } from 'zod'
import { optionalSetting, requireAllOrNone } from './schema-parts.ts'

export const IdentitySettings = z.object({
  REQUIRE_ADMIN_2FA: optionalSetting(z.enum(['on', 'off'], 'must be on or off')),
  CHECK_PASSWORDS: optionalSetting(z.enum(['on', 'off'], 'must be on or off')),
  GOOGLE_CLIENT_ID: optionalSetting(z.string()),
  GOOGLE_CLIENT_SECRET: optionalSetting(z.string()),
  FIREBASE_API_KEY: optionalSetting(z.string().regex(/^[\w-]+$/, 'must be the web API key of a Firebase project')),
  FIREBASE_PROJECT_ID: optionalSetting(
    z.string().regex(/^[a-z\d][a-z\d.:-]*$/, 'must be a Firebase project id like big-shop'),
  ),
  FIREBASE_AUTH_DOMAIN: optionalSetting(
    z.string().regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a host name like big-shop.firebaseapp.com'),
  ),
  FIREBASE_EMULATOR_ORIGIN: optionalSetting(
    z.string().regex(/^http:\/\/(127\.0\.0\.1|localhost):\d+$/, 'must be a URL like http://127.0.0.1:9099'),
  ),
})

type IdentitySettings = z.output<typeof IdentitySettings>

const firebase = ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'] as const
const firebaseOptional = ['FIREBASE_AUTH_DOMAIN', 'FIREBASE_EMULATOR_ORIGIN'] as const

export function findIdentityProblems(env: IdentitySettings): string[] {
  const problems = [
    ...requireAllOrNone(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
    ...requireAllOrNone(env, firebase),
  ]
  const usesFirebase = firebase.some(name => env[name])
  const unused = usesFirebase ? [] : firebaseOptional.filter(name => env[name])
  problems.push(...unused.map(name => `${name} says nothing without ${firebase.join(' and ')}.`))
  if (usesFirebase && env.GOOGLE_CLIENT_ID) {
    problems.push('GOOGLE_CLIENT_ID makes no sense with Firebase, which signs in with Google by itself.')
  }
  if (usesFirebase && env.REQUIRE_ADMIN_2FA === 'on') {
    problems.push('REQUIRE_ADMIN_2FA makes no sense with Firebase, which has second factors of its own.')
  }
  return problems
}

export function hasPasswordChecks({ CHECK_PASSWORDS: check }: IdentitySettings, isProduction: boolean): boolean {
  return isProduction ? check !== 'off' : check === 'on'
}

export function parseGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: IdentitySettings) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

export function parseFirebase(env: IdentitySettings) {
  const { FIREBASE_API_KEY: apiKey, FIREBASE_PROJECT_ID: projectId } = env
  const { FIREBASE_AUTH_DOMAIN: authDomain = `${projectId}.firebaseapp.com` } = env
  return apiKey && projectId
    ? { apiKey, projectId, authDomain, emulatorOrigin: env.FIREBASE_EMULATOR_ORIGIN }
    : undefined
}
