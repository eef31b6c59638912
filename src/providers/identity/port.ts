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

/** What a call to the identity provider did. */
export interface HandledCall {
  response: Response
  /** The email whose password was set by a mailed link. */
  passwordResetFor?: string | undefined
  /** The unverified email whose account was given to whoever proved the mailbox outside the account's sessions. */
  claimed?: string | undefined
}

export interface Identity {
  handle: (request: Request) => Promise<HandledCall>
  /** Accepts a session cookie or a bearer session. */
  identify: (headers: Headers) => Promise<IdentityClaims | undefined>
}
