/** The identity provider's browser side. Each function rejects with `IdentityError` and the provider's message. */
export interface IdentityClient {
  /** Opens an account and sends the mail that verifies its email. */
  signUp: (name: string, email: string, password: string) => Promise<void>
  signIn: (email: string, password: string) => Promise<void>
  /** Signs in with Google, then leaves for /signed-in, which goes on to `from`. */
  signInWithGoogle: (from: string) => Promise<void>
  sendPasswordReset: (email: string) => Promise<void>
  /** Sets a new password by the token of a reset mail's link. */
  setPassword: (token: string, newPassword: string) => Promise<void>
  sendVerification: (email: string) => Promise<void>
  /** The email of whoever is signed in at the provider. */
  email: () => Promise<string | undefined>
  /** The bearer that proves to the shop who is signed in; undefined where nobody is, or a cookie proves it. */
  proof: () => Promise<string | undefined>
  signOut: () => Promise<void>
}
