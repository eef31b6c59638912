export interface SignedInIdentity {
  /** The key of the account, compared as it is. */
  email: string
  emailVerified: boolean
  /** A later sign-in proves ownership of the email. Undefined if unknown. */
  emailVerifiedAt?: Date | null | undefined
  signedInAt: Date
  name: string
  picture: string | null
  sessionId?: string
}

export interface HandledCall {
  response: Response
  passwordResetFor?: string | undefined
}

export interface Identity {
  handle: (request: Request) => Promise<HandledCall>
  /** Accepts a session cookie or a bearer session. */
  identify: (headers: Headers) => Promise<SignedInIdentity | undefined>
}
