import { createAuthClient } from 'better-auth/client'
import { IdentityError } from './identity-error.ts'
import type { BrowserIdentity } from './identity-port.ts'

/** Better Auth inside the shop's own server at that origin, reached by `send`. */
export function embeddedIdentity(origin: string, send: typeof fetch): BrowserIdentity {
  const client = createAuthClient({
    baseURL: origin,
    basePath: '/api/auth',
    disableDefaultFetchPlugins: true,
    fetchOptions: { customFetchImpl: send },
  })
  return {
    async signUp(name, email, password) {
      told(await client.signUp.email({ name, email, password }))
    },
    async signIn(email, password) {
      told(await client.signIn.email({ email, password }))
    },
    async signInWithGoogle(from) {
      const callbackURL = `/signed-in?${new URLSearchParams({ from })}`
      const started = told(await client.signIn.social({ provider: 'google', callbackURL, errorCallbackURL: '/login' }))
      if (started?.url) window.location.assign(started.url)
    },
    async sendPasswordReset(email) {
      told(await client.requestPasswordReset({ email }))
    },
    async setPassword(token, newPassword) {
      told(await client.resetPassword({ token, newPassword }))
    },
    async sendVerification(email) {
      told(await client.sendVerificationEmail({ email }))
    },
    async email() {
      return told(await client.getSession())?.user.email
    },
    proof: async () => undefined,
    async signOut() {
      told(await client.signOut())
    },
  }
}

function told<Data>(
  result: { data: Data; error: null } | { data: null; error: { message?: string | undefined; detail?: string } },
): Data {
  const { data, error } = result
  // The shop itself may refuse before Better Auth is asked, and says why in `detail`.
  if (error)
    throw new IdentityError(error.message ?? error.detail ?? 'The sign-in service does not answer. Please try again.')
  return data
}
