// A fake of Firebase Authentication: as much of Google's Identity Toolkit and Secure Token APIs as the Firebase SDK
// needs, with real RS256 tokens, their published keys, and the errors that Google gives. It sits at an origin's root, for
// the SDK's `connectAuthEmulator`.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'

export interface IdentityToolkit {
  origin: string
  /** A token with these claims, signed by the published key. */
  sign: (claims: JWTPayload) => Promise<string>
  /** The codes that mails would have carried, oldest first. */
  codes: readonly Code[]
  close: () => void
}

interface Code {
  email: string
  requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET'
  oobCode: string
}

interface User {
  localId: string
  email: string
  emailVerified: boolean
  password?: string | undefined
  displayName?: string | undefined
  photoUrl?: string | undefined
  /** Of the last sign-in. */
  provider: 'password' | 'google.com'
  /** Of the Google account that is linked. */
  googleEmail?: string | undefined
}

interface Session {
  user: User
  authTime: number
}

/** The fields of any of the calls. */
type Fields = Partial<
  Record<
    'email' | 'password' | 'newPassword' | 'idToken' | 'oobCode' | 'requestType' | 'displayName' | 'postBody',
    string
  >
>

const project = 'demo-shop'
const key = 'web-api-key'

/** The settings of a shop that uses this fake. */
export const toFirebaseSettings = (origin: string) => ({
  FIREBASE_API_KEY: key,
  FIREBASE_PROJECT_ID: project,
  FIREBASE_EMULATOR_ORIGIN: origin,
})

/** An error of Google's APIs. */
class ApiError extends Error {}

export async function startIdentityToolkit(port = 0): Promise<IdentityToolkit> {
  const users = new Map<string, User>()
  const sessions = new Map<string, Session>()
  const codes: Code[] = []
  const keys = await generateKeyPair('RS256')
  const kid = randomUUID()
  const getSeconds = () => Math.floor(Date.now() / 1000)
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(keys.privateKey)

  async function issueTokens(session: Session) {
    const { localId, email, emailVerified, displayName, photoUrl, provider } = session.user
    const now = getSeconds()
    const idToken = await sign({
      iss: `https://securetoken.google.com/${project}`,
      aud: project,
      sub: localId,
      user_id: localId,
      auth_time: session.authTime,
      iat: now,
      exp: now + 3600,
      email,
      email_verified: emailVerified,
      ...(displayName && { name: displayName }),
      ...(photoUrl && { picture: photoUrl }),
      firebase: { identities: { email: [email] }, sign_in_provider: provider },
    })
    const refreshToken = randomUUID()
    sessions.set(refreshToken, session)
    return { idToken, refreshToken, expiresIn: '3600' }
  }

  async function signIn(user: User) {
    users.set(user.email, user)
    const { localId, email, displayName, photoUrl, emailVerified } = user
    return {
      localId,
      email,
      displayName,
      photoUrl,
      emailVerified,
      ...(await issueTokens({ user, authTime: getSeconds() })),
    }
  }

  async function getUser(idToken = ''): Promise<User> {
    const { payload } = await jwtVerify(idToken, keys.publicKey, { audience: project }).catch(() =>
      fail('INVALID_ID_TOKEN'),
    )
    return [...users.values()].find(user => user.localId === payload.sub) ?? fail('USER_NOT_FOUND')
  }

  function endSessions(user: User): void {
    for (const [token, session] of sessions) if (session.user === user) sessions.delete(token)
  }

  /** The user of the code, which can be used once. */
  function redeem(oobCode: string | undefined): User {
    const index = codes.findIndex(code => code.oobCode === oobCode)
    const [code] = index < 0 ? [] : codes.splice(index, 1)
    return users.get(code?.email ?? '') ?? fail('INVALID_OOB_CODE')
  }

  const calls: Record<string, (fields: Fields) => Promise<object>> = {
    async signUp({ email = '', password = '' }) {
      const normalizedEmail = parseEmail(email)
      if (password === '') fail('MISSING_PASSWORD')
      if (password.length < 6) fail('WEAK_PASSWORD : Password should be at least 6 characters')
      if (users.has(normalizedEmail)) fail('EMAIL_EXISTS')
      return signIn({
        localId: randomUUID(),
        email: normalizedEmail,
        password,
        emailVerified: false,
        provider: 'password',
      })
    },
    async signInWithPassword({ email = '', password = '' }) {
      const user = users.get(parseEmail(email))
      if (password === '') fail('MISSING_PASSWORD')
      return user?.password === password ? signIn(user) : fail('INVALID_LOGIN_CREDENTIALS')
    },
    /** Takes an ID token of Google's as the emulator does: its claims as unsigned JSON. */
    async signInWithIdp({ postBody }) {
      const claims = JSON.parse(new URLSearchParams(postBody).get('id_token') ?? '{}')
      const existingUser = users.get(parseEmail(claims.email))
      // Google has verified the email: an unverified account with a password is replaced.
      const user: User = existingUser?.emailVerified
        ? existingUser
        : {
            localId: existingUser?.localId ?? randomUUID(),
            email: claims.email,
            emailVerified: true,
            provider: 'google.com',
          }
      user.googleEmail = claims.email
      user.provider = 'google.com'
      if (existingUser && user !== existingUser) endSessions(existingUser)
      user.displayName ??= claims.name
      user.photoUrl ??= claims.picture
      const rawUserInfo = JSON.stringify(claims)
      return { ...(await signIn(user)), providerId: 'google.com', federatedId: claims.sub, rawUserInfo }
    },
    async lookup({ idToken }) {
      const { password, ...user } = await getUser(idToken)
      const { email, googleEmail } = user
      const providers = [
        password && { providerId: 'password', email },
        googleEmail && { providerId: 'google.com', email: googleEmail },
      ]
      return { users: [{ ...user, providerUserInfo: providers.filter(Boolean) }] }
    },
    async update({ idToken, oobCode, displayName }) {
      const user = oobCode ? redeem(oobCode) : await getUser(idToken)
      if (oobCode) user.emailVerified = true
      if (displayName !== undefined) user.displayName = displayName
      return oobCode ? { email: user.email, emailVerified: true } : signIn(user)
    },
    async sendOobCode({ requestType, idToken, email = '' }) {
      const [type, recipient] =
        requestType === 'VERIFY_EMAIL'
          ? (['VERIFY_EMAIL', (await getUser(idToken)).email] as const)
          : (['PASSWORD_RESET', parseEmail(email)] as const)
      // With email enumeration protection, the answer for an unknown email is the same.
      if (users.has(recipient)) codes.push({ email: recipient, requestType: type, oobCode: randomUUID() })
      return { email: recipient }
    },
    async resetPassword({ oobCode, newPassword = '' }) {
      if (newPassword.length < 6) fail('WEAK_PASSWORD : Password should be at least 6 characters')
      const user = redeem(oobCode)
      Object.assign(user, { password: newPassword, emailVerified: true })
      endSessions(user)
      return { email: user.email, requestType: 'PASSWORD_RESET' }
    },
  }

  const app = new Hono()
  app.use(cors())
  app.onError((error, context) => context.json(toErrorBody(error), 400))
  app.post('/identitytoolkit.googleapis.com/v1/:call', async context => {
    if (context.req.query('key') !== key) fail('API key not valid. Please pass a valid API key.')
    const call = calls[context.req.param('call').replace('accounts:', '')]
    return call ? context.json(await call(await context.req.json())) : context.notFound()
  })
  app.post('/securetoken.googleapis.com/v1/token', async context => {
    const { refresh_token: token } = await context.req.parseBody()
    const session = sessions.get(String(token)) ?? fail('TOKEN_EXPIRED')
    const { idToken, refreshToken, expiresIn } = await issueTokens(session)
    return context.json({
      access_token: idToken,
      id_token: idToken,
      refresh_token: refreshToken,
      expires_in: expiresIn,
    })
  })
  app.get(
    '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    async (context: Context) => {
      const jwk = { ...(await exportJWK(keys.publicKey)), kid, alg: 'RS256', use: 'sig' }
      return context.json({ keys: [jwk] })
    },
  )
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  const close = () => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${chosen}`, sign, codes, close }
}

function parseEmail(email: string): string {
  if (email === '') fail('MISSING_EMAIL')
  return /^\S+@\S+\.\S+$/.test(email) ? email.toLowerCase() : fail('INVALID_EMAIL')
}

function fail(message: string): never {
  throw new ApiError(message)
}

function toErrorBody(error: Error) {
  const message = error instanceof ApiError ? error.message : 'INTERNAL_ERROR'
  return { error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
}
