const daySeconds = 86_400

/** Seconds until an unused session expires, and until using it extends it. */
export const sessionTimes = { expiresIn: 7 * daySeconds, updateAge: daySeconds }
const maxLifetimeSeconds = 30 * daySeconds

interface SessionUpdate {
  expiresAt?: Date | undefined
}

interface UpdateContext {
  context: { session: { session: { createdAt: Date } } | null }
}

/** Limits an extended session to 30 days after its sign-in. */
export async function capSessionLifetime<Session extends SessionUpdate>(
  session: Session,
  update: UpdateContext | null,
) {
  const createdAt = update?.context.session?.session.createdAt
  if (!createdAt || !session.expiresAt) return
  const latest = createdAt.getTime() + maxLifetimeSeconds * 1000
  return { data: { ...session, expiresAt: new Date(Math.min(session.expiresAt.getTime(), latest)) } }
}

interface SignInContext {
  getSignedCookie: (name: string, secret: string) => Promise<string | false | null | undefined>
  context: {
    secret: string
    authCookies: { sessionToken: { name: string } }
    internalAdapter: { deleteSession: (token: string) => Promise<unknown> }
  }
}

/** Revokes the session that the browser had before this sign-in. */
export async function revokePreviousSession(session: { token: string }, signIn: SignInContext | null): Promise<void> {
  if (!signIn) return
  const { secret, authCookies, internalAdapter } = signIn.context
  const previous = await signIn.getSignedCookie(authCookies.sessionToken.name, secret)
  if (previous && previous !== session.token) await internalAdapter.deleteSession(previous)
}
