/** What the identity provider asserts about a signed-in user. */
export interface IdentityClaims {
  email: string
  emailVerified: boolean
  name: string
  picture: string | null
  /** The session's id, if the shop stores sessions itself. */
  session?: string
}

export interface Identity {
  /** Handles the provider's own calls below /api/auth. */
  handle: (request: Request) => Promise<Response>
  /** Verifies the proof in the headers: a session cookie, a bearer session or an ID token. */
  identify: (headers: Headers) => Promise<IdentityClaims | undefined>
}
