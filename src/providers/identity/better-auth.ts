import type { GenericEndpointContext } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { bearer, type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { neverStored } from '#contract/endpoint.ts'
import { minPasswordLength } from '#contract/limits.ts'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { normalizeCode } from '#contract/second-factor-codes.ts'
import { isTrimmedEmail } from '#contract/text.ts'
import type { Db } from '#db/database.ts'
import { isForeignKeyViolation, isInvalidText } from '#db/errors.ts'
import {
  identityCredentials,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#db/tables/identity.ts'
import type { Log } from '#observability/logger.ts'
import type { MailQueue } from '#providers/mail/port.ts'
import { type CallRecord, callRecord, sendMail } from './call-record.ts'
import { createDatabaseHooks } from './database-hooks.ts'
import { keepOnSite } from './keep-on-site.ts'
import {
  checkPasswordToken,
  claimByLink,
  confirmEmail,
  type EmptyAccount,
  linkLifetimeSeconds,
  refuseUnverifiedSignUp,
  type SendPasswordLink,
} from './mailed-links.ts'
import { isForProvider, openWhenNeeded, toFailurePage } from './open-id-connect.ts'
import { checkPassword, createBreachCheck, type IsBreached } from './passwords.ts'
import type { Identity } from './port.ts'
import { recordCredentialsVersion, sessionTimes, wrongPassword } from './sessions.ts'
import {
  assertTwoFactorCall,
  createTwoFactorPlugin,
  recordSecondFactor,
  sendFactorChangeMail,
  toVersionedSecrets,
} from './two-factor.ts'

export interface IdentityOptions {
  db: Db
  mailQueue: MailQueue
  log: Log
  getStoreName: () => string
  origins: readonly string[]
  google?: Config['google']
  oidc?: Config['oidc']
  googleProvider?: GenericOAuthConfig | undefined
  secret: string
  isBreached?: IsBreached | undefined
  emptyAccount: EmptyAccount
}

export const readIdentityOptions = (config: Config, log: Log) => ({
  google: config.google,
  oidc: config.oidc,
  secret: config.secretFor('identity'),
  isBreached: config.checkPasswords ? createBreachCheck(log) : undefined,
})

const schema = {
  user: identityUsers,
  session: identitySessions,
  account: identityCredentials,
  verification: identityVerifications,
  twoFactor: identityTwoFactors,
}

// Better Auth checks emails by this pattern and has no setting for another one.
z.regexes.email.test = isTrimmedEmail

export function createIdentity(options: IdentityOptions): Identity {
  const { db, mailQueue, log, getStoreName, secret, origins, google, oidc, googleProvider, isBreached, emptyAccount } =
    options
  const [origin = ''] = origins
  // Links in mails use configured origins only: a request's Host header can be forged.
  const findOrigin = (request: Request | undefined) =>
    origins.find(each => request && each === new URL(request.url).origin) ?? origin
  const sendPasswordLink: SendPasswordLink = ({ email, name, emailVerified }, token, request) => {
    const url = `${findOrigin(request)}/reset-password?token=${token}`
    sendMail({ kind: 'reset_password', to: email, ...(emailVerified && { name }), url })
  }
  const createAuth = (furtherProvider?: GenericOAuthConfig) => {
    const oauthProviders = [googleProvider, furtherProvider].filter(each => each !== undefined)
    return betterAuth({
      appName: getStoreName(),
      secrets: toVersionedSecrets([secret]),
      baseURL: {
        allowedHosts: origins.map(each => new URL(each).host),
        fallback: origin,
        protocol: origin.startsWith('https:') ? 'https' : 'http',
      },
      logger: { log: (level, message) => log('info', 'identity provider', { severity: level, message }) },
      // The API limits these calls, in api/auth-routes.ts.
      rateLimit: { enabled: false },
      // The API logs unexpected errors, without query values.
      onAPIError: { throw: true, errorURL: `${origin}/login` },
      advanced: {
        // Better Auth would store any X-Forwarded-For value.
        ipAddress: { disableIpTracking: true },
        // Better Auth's prefix is __Secure-; __Host- also keeps subdomains from setting the cookies. Both imply `Secure`.
        useSecureCookies: false,
        ...(origin.startsWith('https:') && { cookiePrefix: '__Host-better-auth' }),
      },
      database: drizzleAdapter(db, { provider: 'pg', transaction: true, schema }),
      emailAndPassword: {
        enabled: true,
        minPasswordLength,
        revokeSessionsOnPasswordReset: true,
        resetPasswordTokenExpiresIn: linkLifetimeSeconds,
        sendResetPassword: async ({ user, token }, request) => sendPasswordLink(user, token, request),
        async onPasswordReset({ user }): Promise<void> {
          const record = callRecord.getStore()
          if (record) record.passwordResetFor = user.email
          // The token was mailed, which proves the email. `claimByLink` has claimed the account.
          const isUnverified = and(eq(identityUsers.id, user.id), eq(identityUsers.emailVerified, false))
          await db.update(identityUsers).set({ emailVerified: true, emailVerifiedAt: new Date() }).where(isUnverified)
        },
      },
      emailVerification: {
        sendOnSignUp: true,
        expiresIn: linkLifetimeSeconds,
        sendVerificationEmail: async ({ user, token }, request) => {
          const url = `${findOrigin(request)}/verify-email?token=${token}`
          sendMail({ kind: 'verify_email', to: user.email, url })
        },
      },
      verification: { storeIdentifier: 'hashed' },
      user: {
        additionalFields: {
          emailVerifiedAt: { type: 'date', required: false, input: false },
          credentialsVersion: { type: 'number', required: false, input: false },
        },
        // Checks sign-ups and replies of providers: an email with a blank would be another key of the same account.
        validateUserInfo: ({ user }) => (isTrimmedEmail(user.email ?? '') ? undefined : invalidEmail),
      },
      session: {
        ...sessionTimes,
        additionalFields: {
          secondFactorAt: { type: 'date', required: false, input: false },
          credentialsVersion: { type: 'number', required: false, input: false },
        },
      },
      hooks: {
        before: createAuthMiddleware(async call => {
          if (isBreached) await checkPassword(call, getStoreName(), isBreached)
          await refuseUnverifiedSignUp(call, sendPasswordLink)
          await assertTwoFactorCall(call)
          await claimByLink(call, db, emptyAccount)
          await recordCredentialsVersion(call, db)
          return { context: { body: decideForCaller(call) } }
        }),
        after: createAuthMiddleware(async call => {
          logCall(call, log)
          sendFactorChangeMail(call)
          await recordSecondFactor(call, db)
        }),
      },
      databaseHooks: createDatabaseHooks(db, emptyAccount),
      account: {
        accountLinking: { trustedProviders: [], requireLocalEmailVerified: false },
        updateAccountOnSignIn: false,
      },
      ...(google && { socialProviders: { google } }),
      plugins: [
        bearer({ requireSignature: true }),
        confirmEmail(secret),
        checkPasswordToken(),
        createTwoFactorPlugin(getStoreName(), secret),
        ...(oauthProviders.length > 0 ? [genericOAuth({ config: oauthProviders })] : []),
      ],
    })
  }
  const auth = createAuth()
  const openOidc = oidc && openWhenNeeded(oidc, createAuth)
  const pickAuth = async (request: Request) => (openOidc && (await isForProvider(request)) ? openOidc() : auth)
  return {
    async handle(request) {
      const record: CallRecord = { mails: [] }
      const response = await pickAuth(request)
        .then(({ handler }) => callRecord.run(record, () => handler(request)))
        .catch(error => toResponse(error, request, origin))
        .then(reply => keepOnSite(reply, origins))
      response.headers.set('cache-control', neverStored)
      // Better Auth has already ended the session of this bearer token, because a code must follow.
      if (awaitsCode(response)) response.headers.delete('set-auth-token')
      const { mails, passwordResetFor } = record
      for (const mail of mails) await mailQueue.enqueue(mail)
      return { response, passwordResetFor }
    },
    async identify(headers) {
      const session = await auth.api.getSession({ headers })
      if (!session) return undefined
      const { email, emailVerified, emailVerifiedAt, name, image } = session.user
      const { id: sessionId, createdAt: signedInAt } = session.session
      return { email, emailVerified, emailVerifiedAt, signedInAt, name, picture: image ?? null, sessionId }
    },
  }
}

function toResponse(error: unknown, request: Request, origin: string): Response {
  const failurePage = error instanceof Refusal && toFailurePage(request, origin)
  if (failurePage) return failurePage
  if (isInvalidText(error)) refuse('invalid_input')
  // A session started while the account was being closed.
  if (isForeignKeyViolation(error)) return Response.json(wrongPassword, { status: 401 })
  throw error
}

const invalidEmail = { error: 'email_invalid', errorDescription: 'Provide a valid email' }

/** Better Auth merges these fields into the body, whatever the caller has sent. */
function decideForCaller({ path, body }: { path: string; body?: SentFields }): object | undefined {
  if (/[^ -~]/.test(String(body?.callbackURL ?? '')))
    throw new APIError('BAD_REQUEST', { code: 'INVALID_CALLBACK_URL', message: 'The address needs percent-encoding' })
  if (path === '/change-password') return { revokeOtherSessions: true }
  // No device may skip the second factor.
  if (path.startsWith('/two-factor/verify'))
    return { trustDevice: false, ...(typeof body?.code === 'string' && { code: normalizeCode(body.code) }) }
  if (path !== '/sign-in/social') return undefined
  // A token that the caller brings has neither state nor nonce nor PKCE.
  if (body?.idToken !== undefined)
    throw new APIError('BAD_REQUEST', { code: 'ID_TOKEN_NOT_SUPPORTED', message: 'Please use the button of the login' })
  const callbackURL = body?.callbackURL ?? '/signed-in'
  const errorCallbackURL = `/login?${new URLSearchParams({ with: String(body?.provider) })}`
  return { callbackURL, newUserCallbackURL: callbackURL, errorCallbackURL }
}

type SentFields = Partial<Record<'code' | 'provider' | 'callbackURL' | 'idToken', unknown>>

const awaitsCode = (response: Response) =>
  response.headers.getSetCookie().some(cookie => /two_factor=[^;]/.test(cookie))

const readOnlyCalls = /^\/(get-session|list-)/

interface LoggedCall {
  path: string
  context: Pick<GenericEndpointContext['context'], 'newSession' | 'session'> & { returned?: unknown }
}

/** Logs no input, which contains passwords. */
function logCall({ path, context }: LoggedCall, log: Log): void {
  if (readOnlyCalls.test(path)) return
  const { returned, newSession, session } = context
  const refusal = isAPIError(returned) ? returned : undefined
  const { statusCode: status = 200, body } = refusal ?? {}
  log('info', 'identity', { call: path, status, code: body?.code, identityUser: (newSession ?? session)?.user.id })
}
