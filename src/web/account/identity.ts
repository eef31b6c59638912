import { createAuthClient } from 'better-auth/client'
import { IdentityError } from './identity-error.ts'

const client = createAuthClient({ basePath: '/api/auth', disableDefaultFetchPlugins: true })

/** The identity provider's browser side. Each function rejects with `IdentityError` and the provider's message. */
export const identity = {
  async signUp(name: string, email: string, password: string): Promise<void> {
    told(await client.signUp.email({ name, email, password }))
  },
  async signIn(email: string, password: string): Promise<void> {
    told(await client.signIn.email({ email, password }))
  },
  /** Leaves for the provider's sign-in page, which comes back to /signed-in and from there to `from`. */
  async signInWithGoogle(from: string): Promise<void> {
    const callbackURL = `/signed-in?${new URLSearchParams({ from })}`
    const started = told(await client.signIn.social({ provider: 'google', callbackURL, errorCallbackURL: '/login' }))
    if (started?.url) window.location.assign(started.url)
  },
  async sendPasswordReset(email: string): Promise<void> {
    told(await client.requestPasswordReset({ email }))
  },
  async setPassword(token: string, newPassword: string): Promise<void> {
    told(await client.resetPassword({ token, newPassword }))
  },
  async sendVerification(email: string): Promise<void> {
    told(await client.sendVerificationEmail({ email }))
  },
  async email(): Promise<string | undefined> {
    return told(await client.getSession())?.user.email
  },
  async signOut(): Promise<void> {
    told(await client.signOut())
  },
}

function told<Data>(
  result: { data: Data; error: null } | { data: null; error: { message?: string | undefined } },
): Data {
  if (result.error)
    throw new IdentityError(result.error.message ?? 'The sign-in service does not answer. Please try again.')
  return result.data
}
