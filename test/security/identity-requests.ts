import fc from 'fast-check'
import {
  type Attempt,
  anyText,
  encoding,
  generateHeaders,
  generateMostly,
  generateObject,
  generatePath,
  method,
  queryOf,
  who,
} from './requests.ts'
import { contentTypes } from './values.ts'

export interface KnownValues {
  email: string
  password: string
  toolId: string
  intent: string
  clientSecret: string
}

export const mostlyPost = generateMostly(fc.constant('POST'), method)
export const mostlyGet = generateMostly(fc.constant('GET'), method)

export const generateTyped = (type: string) =>
  fc
    .tuple(generateHeaders(), generateMostly(fc.constant(type), fc.constantFrom(...contentTypes)))
    .map(([headers, type]) => ({ ...headers, 'content-type': type }))

/** The calls of Better Auth with a body; the ones that hash a password are last, and rare, since that is slow. */
export const identityPosts: Record<string, readonly string[]> = {
  '/sign-in/social': [
    'provider',
    'callbackURL',
    'errorCallbackURL',
    'newUserCallbackURL',
    'disableRedirect',
    'idToken',
  ],
  '/sign-out': [],
  '/request-password-reset': ['email', 'redirectTo'],
  '/reset-password': ['token'],
  '/confirm-email': ['token'],
  '/check-password-token': ['token'],
  '/send-verification-email': ['email', 'callbackURL'],
  '/change-email': ['newEmail', 'callbackURL'],
  '/change-password': ['newPassword', 'revokeOtherSessions'],
  '/update-user': ['name', 'image', 'role', 'email', 'emailVerified'],
  '/update-session': ['token', 'userId', 'expiresAt'],
  '/delete-user': ['token', 'callbackURL'],
  '/revoke-session': ['token'],
  '/link-social': ['provider', 'callbackURL', 'scopes'],
  '/unlink-account': ['providerId', 'accountId'],
  '/get-access-token': ['providerId', 'accountId', 'userId'],
  '/refresh-token': ['providerId', 'accountId', 'userId'],
  '/verify-password': [],
  '/two-factor/verify-totp': ['code', 'trustDevice'],
  '/two-factor/verify-backup-code': ['code', 'disableSession', 'trustDevice'],
  '/two-factor/get-totp-uri': [],
  '/two-factor/send-otp': [],
  '/two-factor/enable': ['method', 'issuer'],
  '/two-factor/disable': [],
  '/two-factor/generate-backup-codes': [],
  '/sign-up/email': ['email', 'name', 'image', 'callbackURL', 'role', 'rememberMe'],
  '/sign-in/email': ['email', 'callbackURL', 'rememberMe'],
}

export const identityGets = [
  '/get-session',
  '/list-sessions',
  '/list-accounts',
  '/account-info',
  '/verify-email',
  '/reset-password/{token}',
  '/delete-user/callback',
  '/callback/{provider}',
  '/callback/google',
  '/oauth2/callback/google',
  '/error',
  '/ok',
  '/{anything}',
]

export const identityQuery = [
  'token',
  'callbackURL',
  'error',
  'error_description',
  'state',
  'code',
  'accountId',
  'disableCookieCache',
  'iss',
  'user',
]

export function generateIdentityCalls({ email, password }: KnownValues): fc.Arbitrary<Attempt> {
  const values: Record<string, fc.Arbitrary<unknown>> = {
    email: fc.constantFrom(email, 'nobody@example.com'),
    newEmail: fc.constant('other@example.com'),
    provider: fc.constantFrom('google', 'github'),
    callbackURL: fc.constantFrom('/signed-in', 'https://evil.example'),
    rememberMe: fc.boolean(),
    password: fc.constantFrom('x', password, 'p'.repeat(200)),
  }
  const generateFields = (names: readonly string[]) =>
    generateObject(
      Object.fromEntries(
        names.map(name => [name, generateMostly(values[name] ?? anyText, fc.oneof(anyText, fc.jsonValue()))]),
      ),
      names.slice(1),
    )
  const slow = ['/sign-up/email', '/sign-in/email', '/verify-password']
  const post = fc.tuple(fc.constantFrom(...Object.keys(identityPosts)), fc.nat(4)).chain(([path, chance]) =>
    fc.record<Attempt>({
      who,
      method: mostlyPost,
      path: queryOf([]).map(query => `/api/auth${path}${query}`),
      headers: generateTyped('application/json'),
      body: generateFields([
        ...(identityPosts[path] ?? []),
        ...(slow.includes(path) && chance > 0 ? [] : ['password']),
      ]),
      encoding,
    }),
  )
  const texts = identityQuery.map(
    name => [name, name.endsWith('URL') ? fc.constantFrom('/signed-in', '//evil.example') : anyText] as const,
  )
  const get = fc.record<Attempt>({
    who,
    method: mostlyGet,
    path: fc
      .tuple(
        fc.constantFrom(...identityGets).chain(path => generatePath(path, {})),
        queryOf(texts),
      )
      .map(([path, query]) => `/api/auth${path}${query}`),
    headers: generateHeaders(),
    body: fc.constant(undefined),
    encoding,
  })
  return fc.oneof(post, get)
}
