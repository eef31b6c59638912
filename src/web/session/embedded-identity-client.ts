import { createAuthClient } from 'better-auth/client'
import type { IdentityClient } from './identity-client.ts'
import { IdentityError } from './identity-error.ts'

/** Better Auth on the shop's own server. */
export function createEmbeddedIdentityClient(origin: string, send: typeof fetch): IdentityClient {
  const client = createAuthClient({
    baseURL: origin,
    basePath: '/api/auth',
    disableDefaultFetchPlugins: true,
    fetchOptions: { customFetchImpl: send },
  })
  return {
    async signUp(name, email, password) {
      unwrap(await client.signUp.email({ name, email, password }))
    },
    async signIn(email, password) {
      unwrap(await client.signIn.email({ email, password }))
    },
    async signInWithGoogle(from) {
      const callbackURL = `/signed-in?${new URLSearchParams({ from })}`
      const redirection = unwrap(
        await client.signIn.social({ provider: 'google', callbackURL, errorCallbackURL: '/login' }),
      )
      if (redirection?.url) window.location.assign(redirection.url)
    },
    async sendPasswordReset(email) {
      unwrap(await client.requestPasswordReset({ email }))
    },
    async setPassword(token, newPassword) {
      unwrap(await client.resetPassword({ token, newPassword }))
    },
    async sendVerification(email) {
      unwrap(await client.sendVerificationEmail({ email }))
    },
    async confirmEmail(token) {
      const reply = await client.$fetch<{ passwordToken?: string }>('/confirm-email', {
        method: 'POST',
        body: { token },
      })
      return unwrap(reply)?.passwordToken
    },
    async findEmail() {
      return unwrap(await client.getSession())?.user.email
    },
    findProof: async () => undefined,
    async signOut() {
      unwrap(await client.signOut())
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
      const session = unwrap(await client.listSessions())?.find(each => each.id === id)
      if (session) unwrap(await client.revokeSession({ token: session.token }))
    },
    async endOtherSessions() {
      unwrap(await client.revokeOtherSessions())
    },
    async deleteIdentity() {
      // The shop has deleted it; this clears the cookie.
      unwrap(await client.signOut())
    },
  }
}

function unwrap<Data>(
  result: { data: Data; error: null } | { data: null; error: { message?: string | undefined; detail?: string } },
): Data {
  const { data, error } = result
  // The shop's own refusals (rate limits) are problem documents, with `detail` in place of `message`.
  if (error)
    throw new IdentityError(error.message ?? error.detail ?? 'The sign-in service does not answer. Please try again.')
  return data
}
