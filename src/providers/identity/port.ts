export interface IdentityClaims {
  email: string
  emailVerified: boolean
  /** A later sign-in proves that its account owns the email; undefined if no sign-in does. */
  emailVerifiedAt?: Date | null | undefined
  signedInAt: Date
  name: string
  picture: string | null
  sessionId?: string
}

/** What a call to the identity provider did, beside its response. */
export interface AuthEffects {
  /** The verified email that signed in with its password. */
  signedInAs?: string | undefined
  /** The email whose password was set by a mailed link. */
  passwordResetFor?: string | undefined
  /** The unverified email whose account came to whoever proved the email. */
  takenOver?: string | undefined
}

export interface Identity {
  handle: (request: Request) => Promise<AuthEffects & { response: Response }>
  /** Accepts a session cookie, a bearer session or an ID token. */
  identify: (headers: Headers) => Promise<IdentityClaims | undefined>
}
