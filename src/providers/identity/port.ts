export interface IdentityClaims {
  email: string
  emailVerified: boolean
  /** Who signs in later owns the email. Undefined where that cannot be known. */
  emailVerifiedAt?: Date | null | undefined
  signedInAt: Date
  name: string
  picture: string | null
  sessionId?: string
}

export interface SignedInUser {
  email: string
  emailVerified: boolean
  /** Of the password that the call compared or set; see `findPasswordVersion`. */
  passwordVersion?: string | undefined
}

/** What a call to the identity provider did, beside its response. */
export interface AuthEffects {
  /** Who signed up, signed in, changed the password, or verified the email in a session: the browser is theirs. */
  signedInUser?: SignedInUser | undefined
  /** The email whose password was set by a mailed link. */
  passwordResetFor?: string | undefined
  /** The unverified email whose account was given to whoever proved the mailbox outside the account's sessions. */
  claimed?: string | undefined
}

export interface Identity {
  handle: (request: Request) => Promise<AuthEffects & { response: Response }>
  /** Another text for each password of the email; undefined without a password. */
  findPasswordVersion: (email: string) => Promise<string | undefined>
  /** Accepts a session cookie or a bearer session. */
  identify: (headers: Headers) => Promise<IdentityClaims | undefined>
}
