/** Somebody whom the identity provider vouches for. */
export interface IdentityClaims {
  email: string
  emailVerified: boolean
  name: string
  picture: string | null
  /** The id of the session that proves it, where the shop keeps sessions itself. */
  session?: string
}

export interface Identity {
  /** Answers the provider's own calls, below /api/auth. */
  handle: (request: Request) => Promise<Response>
  /** Whose proof (a session cookie, a bearer session or id token) the headers carry, if anybody's. */
  identify: (headers: Headers) => Promise<IdentityClaims | undefined>
}
