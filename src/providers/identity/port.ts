export interface IdentityClaims {
  email: string
  emailVerified: boolean
  name: string
  picture: string | null
  sessionId?: string
}

export interface Identity {
  handle: (request: Request) => Promise<Response>
  /** Accepts a session cookie, a bearer session or an ID token. */
  identify: (headers: Headers) => Promise<IdentityClaims | undefined>
}
