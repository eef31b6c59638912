import { createAuthClient } from 'better-auth/client'
import { createClient, throwNoReply } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { isAppCode, normalizeCode } from '#contract/second-factor-codes.ts'
import { assertPageAccount } from '#web/session/page-account.ts'
import { IdentityError } from './identity-error.ts'

export interface Session {
  id: string
  userAgent: string
  startedAt: string
  renewedAt: string
  isCurrent: boolean
}

export interface SecondFactor {
  isOn: boolean
  isChecked: boolean
}

export interface NewSecondFactor {
  uri: string
  recoveryCodes: string[]
}

interface PasswordTokenCheck {
  isValid: boolean
  /** Whether `setPassword` claims and empties the account of an unverified email. */
  claims: boolean
}

export interface IdentityClient {
  signUp: (name: string, email: string, password: string) => Promise<void>
  /** Resolves to true if a code must follow, since the account has a second factor. */
  signIn: (email: string, password: string) => Promise<boolean>
  enterCode: (typed: string) => Promise<void>
  enterFirstCode: (typed: string) => Promise<void>
  /** Leaves the page; /signed-in then redirects to `from`. */
  signInWith: (provider: 'google' | 'oidc', from: string) => Promise<void>
  sendPasswordReset: (email: string) => Promise<void>
  checkPasswordToken: (token: string) => Promise<PasswordTokenCheck>
  setPassword: (token: string, newPassword: string) => Promise<void>
  sendVerification: (email: string) => Promise<void>
  /** `token` comes from the verification mail's link. False without the account's session: nothing is verified. */
  confirmEmail: (token: string) => Promise<boolean>
  /** Resolves to a token for `setPassword`, which verifies the email and empties the account; undefined if verified. */
  requestPasswordToken: (token: string) => Promise<string | undefined>
  findEmail: () => Promise<string | undefined>
  signOut: () => Promise<void>
  listSessions: () => Promise<Session[]>
  endSession: (id: string) => Promise<void>
  endOtherSessions: () => Promise<void>
  findSecondFactor: () => Promise<SecondFactor>
  /** The second factor is on once a code is entered. Accounts without a password need none, here and below. */
  setUpSecondFactor: (password: string) => Promise<NewSecondFactor>
  renewRecoveryCodes: (password: string) => Promise<string[]>
  removeSecondFactor: (password: string) => Promise<void>
}

/** Sign-out timeout. The browser has deleted its token by then. */
const signOutMs = 10_000

export function createIdentityClient(origin: string, send: typeof fetch): IdentityClient {
  const client = createAuthClient({
    baseURL: origin,
    basePath: '/api/auth',
    disableDefaultFetchPlugins: true,
    fetchOptions: { customFetchImpl: send },
  })
  async function call<Reply>(path: string, init: { method?: 'POST'; body?: object } = {}): Promise<Reply> {
    const reply = unwrap(await client.$fetch<Reply>(path, init))
    if (reply === null) throw new IdentityError('Please log in first.')
    return reply
  }
  const post = <Reply>(path: string, body: object) => call<Reply>(path, { method: 'POST', body })
  function postOwn<Reply>(path: string, body: object): Promise<Reply> {
    assertPageAccount()
    return post<Reply>(path, body)
  }
  async function verifyAppCode(code: string, send: typeof post): Promise<void> {
    if (!isAppCode(code)) throw new IdentityError('The code of your app has six digits.')
    await send('/two-factor/verify-totp', { code })
  }
  return {
    async signUp(name, email, password) {
      unwrap(await client.signUp.email({ name, email, password }))
    },
    async signIn(email, password) {
      const reply = unwrap(await client.signIn.email({ email, password }))
      return reply !== null && 'twoFactorRedirect' in reply
    },
    async enterCode(typed) {
      const code = normalizeCode(typed)
      // A recovery code has letters.
      if (/\D/.test(code)) await post('/two-factor/verify-backup-code', { code })
      else await verifyAppCode(code, post)
    },
    enterFirstCode: typed => verifyAppCode(normalizeCode(typed), postOwn),
    async signInWith(provider, from) {
      const callbackURL = `/signed-in?${new URLSearchParams({ from })}`
      const redirection = unwrap(await client.signIn.social({ provider, callbackURL }))
      if (redirection?.url) window.location.assign(redirection.url)
    },
    async sendPasswordReset(email) {
      unwrap(await client.requestPasswordReset({ email }))
    },
    async checkPasswordToken(token) {
      const init = { method: 'POST', body: { token } } as const
      const { data, error } = await client.$fetch<{ claims: boolean }>('/check-password-token', init)
      return { isValid: error?.status !== 401, claims: data?.claims ?? false }
    },
    async setPassword(token, newPassword) {
      unwrap(await client.resetPassword({ token, newPassword }))
    },
    async sendVerification(email) {
      unwrap(await client.sendVerificationEmail({ email }))
    },
    async confirmEmail(token) {
      return !(await post<{ isElsewhere?: true }>('/confirm-email', { token })).isElsewhere
    },
    async requestPasswordToken(token) {
      return (await post<{ passwordToken?: string }>('/confirm-email', { token, claims: true })).passwordToken
    },
    async findEmail() {
      return unwrap(await client.getSession())?.user.email
    },
    async signOut() {
      // `keepalive` ends the session even if the page is closed meanwhile.
      unwrap(await client.signOut({ fetchOptions: { timeout: signOutMs, keepalive: true } }))
    },
    async listSessions() {
      const current = unwrap(await client.getSession())?.session.id
      const sessions = unwrap(await client.listSessions()) ?? []
      return sessions
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          userAgent: userAgent ?? '',
          startedAt: new Date(createdAt).toISOString(),
          renewedAt: new Date(updatedAt).toISOString(),
          isCurrent: id === current,
        }))
        .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
    },
    async endSession(id) {
      assertPageAccount()
      const session = unwrap(await client.listSessions())?.find(each => each.id === id)
      if (session) await postOwn('/revoke-session', { token: session.token })
    },
    async endOtherSessions() {
      await postOwn('/revoke-other-sessions', {})
    },
    async findSecondFactor() {
      const { user, session } = await call<CurrentSession>('/get-session')
      return { isOn: user.twoFactorEnabled, isChecked: session.secondFactorAt !== null }
    },
    async setUpSecondFactor(password) {
      const { totpURI, backupCodes } = await postOwn<{ totpURI: string; backupCodes: string[] }>('/two-factor/enable', {
        password,
      })
      return { uri: totpURI, recoveryCodes: backupCodes }
    },
    async renewRecoveryCodes(password) {
      return (await postOwn<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password })).backupCodes
    },
    async removeSecondFactor(password) {
      await postOwn('/two-factor/disable', { password })
    },
  }
}

interface CurrentSession {
  user: { twoFactorEnabled: boolean }
  session: { secondFactorAt: string | null }
}

const sentences: Readonly<Record<string, string>> = {
  INVALID_CODE: 'That code is not right, or was used before. Your app shows a new one every 30 seconds.',
  INVALID_BACKUP_CODE: 'That recovery code is not right, or was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long, or this browser keeps no cookies for this shop. Please log in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Those were too many tries. Please log in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Those were too many tries. Please try again in an hour.',
}

interface ProviderError {
  code?: string | undefined
  message?: string | undefined
  detail?: string
}

function unwrap<Data>(result: { data: Data; error: null } | { data: null; error: ProviderError }): Data {
  const { data, error } = result
  const sentence = error?.code && sentences[error.code]
  if (sentence) throw new IdentityError(sentence)
  // The shop's own refusals (rate limits) are problem documents, with `detail` in place of `message`.
  if (error)
    throw new IdentityError(error.message ?? error.detail ?? 'The sign-in service does not answer. Please try again.')
  return data
}

let client: IdentityClient | undefined

export function getIdentityClient(): IdentityClient {
  client ??= createIdentityClient(window.location.origin, (input, init) => fetch(input, init).catch(throwNoReply))
  return client
}

export async function exchangeSession(email: string): Promise<string> {
  const shop = createClient((path, init) => fetch(`/api${path}`, init).catch(throwNoReply))
  const { token } = await shop.issueAccessToken({ params: { email }, body: { email } })
  return token
}

/** After a sign-in, a 401 means that the browser has sent no cookie of the new session. */
export async function exchangeNewSession(email: string): Promise<string> {
  try {
    return await exchangeSession(email)
  } catch (error) {
    throw error instanceof Refusal && error.status === 401 ? new IdentityError(needsCookies) : error
  }
}

const needsCookies =
  'Logging in needs cookies, and this browser keeps none for this shop. Allow them, then log in again.'
