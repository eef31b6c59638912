import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { bearer, type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins'
import type { Secrets } from '#config/secrets.ts'
import { minPasswordLength } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isInvalidText } from '#db/errors.ts'
import { identityCredentials, identitySessions, identityUsers, identityVerifications } from '#db/tables.ts'
import type { Log } from '#observability/logger.ts'
import type { MailQueue } from '#providers/mail/port.ts'
import { logAuthCalls } from './auth-log.ts'
import { sanitizeName, sanitizePictureUrl } from './claims.ts'
import { createPasswordPolicy, type IsBreached } from './password-policy.ts'
import type { Identity } from './port.ts'
import { resignCookies } from './resign-cookies.ts'
import { capSessionLifetime, revokePreviousSession, sessionTimes } from './sessions.ts'

export interface EmbeddedIdentityOptions {
  db: Db
  mailQueue: MailQueue
  log: Log
  storeName: string
  /** The newest one signs; what an older one signed stays good. */
  secrets: Secrets
  /** Origins that people may open the shop at, the canonical one first. */
  origins: readonly string[]
  google?: { clientId: string; clientSecret: string } | undefined
  /** In place of Google's own, in development. */
  googleProvider?: GenericOAuthConfig | undefined
  /** Looks new passwords up; without it, any of the shortest length will do. */
  isBreached?: IsBreached | undefined
}

/** Better Auth inside the server, on the shop's own database. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { db, mailQueue, log, storeName, secrets, origins, google, googleProvider, isBreached } = options
  const [origin = ''] = origins
  const mails = new Set<Promise<unknown>>()
  const keepUntilDone = (task: Promise<unknown>) => {
    const done = task.finally(() => mails.delete(done))
    mails.add(done)
  }
  // A link in a mail never leads to a host that only the request's own headers name.
  const originOf = (request: Request | undefined) =>
    origins.find(each => request && each === new URL(request.url).origin) ?? origin
  const auth = betterAuth({
    appName: storeName,
    secret: secrets[0],
    baseURL: {
      allowedHosts: origins.map(each => new URL(each).host),
      fallback: origin,
      protocol: origin.startsWith('https:') ? 'https' : 'http',
    },
    basePath: '/api/auth',
    trustedOrigins: [...origins],
    telemetry: { enabled: false },
    logger: { log: (level, message) => log('info', 'identity provider', { severity: level, message }) },
    // The shop counts itself, in api/identity-door.ts.
    rateLimit: { enabled: false },
    // What is no refusal of its own is told and logged by the door, without the query's values.
    onAPIError: { throw: true },
    advanced: {
      // Mails are written after the transaction that they report: inside it, one connection would wait for itself.
      backgroundTasks: { handler: keepUntilDone },
      // Better Auth's own prefix would be __Secure-; with __Host- no other host of the domain can set them either.
      useSecureCookies: false,
      ...(origin.startsWith('https:') && {
        cookiePrefix: '__Host-better-auth',
        defaultCookieAttributes: { secure: true, path: '/' },
      }),
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityCredentials,
        verification: identityVerifications,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: minPasswordLength,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }, request) => {
        const url = `${originOf(request)}/reset-password?token=${token}`
        await mailQueue.send({ kind: 'reset_password', to: user.email, name: user.name, url })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user, token }, request) => {
        const query = new URLSearchParams({ token, callbackURL: '/verified' })
        const url = `${originOf(request)}/api/auth/verify-email?${query}`
        await mailQueue.send({ kind: 'verify_email', to: user.email, name: user.name, url })
      },
    },
    session: sessionTimes,
    hooks: {
      ...(isBreached && { before: createPasswordPolicy(storeName, isBreached) }),
      after: logAuthCalls(log),
    },
    databaseHooks: {
      user: { create: { before: sanitizeUser }, update: { before: sanitizeUser } },
      session: { create: { after: revokePreviousSession }, update: { before: capSessionLifetime } },
      account: { create: { before: dropTokens } },
    },
    account: { accountLinking: { enabled: true, trustedProviders: [] }, updateAccountOnSignIn: false },
    ...(google && { socialProviders: { google } }),
    plugins: [bearer(), ...(googleProvider ? [genericOAuth({ config: [googleProvider] })] : [])],
  })
  return {
    async handle(request) {
      const asked = new Request(request, { headers: resignCookies(request.headers, secrets) })
      const response = await auth
        .handler(asked)
        .catch(error => (isInvalidText(error) ? refuse('invalid_input') : Promise.reject(error)))
      await Promise.all(mails)
      response.headers.set('cache-control', 'no-store')
      return response
    },
    async identify(headers) {
      const found = await auth.api.getSession({ headers: resignCookies(headers, secrets) })
      if (!found) return undefined
      const { email, emailVerified, name, image } = found.user
      return { email, emailVerified, name, picture: image ?? null, session: found.session.id }
    },
  }
}

/** Keeps a name short enough for a token and a picture to the web. */
async function sanitizeUser<User extends { name?: string | undefined; image?: string | null | undefined }>(user: User) {
  const { name, image } = user
  return {
    data: {
      ...user,
      ...(name !== undefined && { name: sanitizeName(name) }),
      image: sanitizePictureUrl(image),
    },
  }
}

/** What Google lets somebody do with an account of its own is none of the shop's business. */
async function dropTokens<Account extends object>(account: Account) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}
