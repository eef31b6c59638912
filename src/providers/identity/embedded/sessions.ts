const daySeconds = 86_400

/** In seconds. With a `freshAge` of 0, a session of any age may list the others and end them. */
export const sessionTimes = { expiresIn: 7 * daySeconds, updateAge: daySeconds, freshAge: 0 }
const maxLifetimeSeconds = 30 * daySeconds

interface SessionUpdate {
  expiresAt?: Date | undefined
}

interface UpdateContext {
  context: { session: { session: { createdAt: Date } } | null }
}

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

/** Ends the session whose cookie came with the sign-in. */
export async function revokePreviousSession(signIn: SignInContext | null): Promise<void> {
  if (!signIn) return
  const { secret, authCookies, internalAdapter } = signIn.context
  const previous = await signIn.getSignedCookie(authCookies.sessionToken.name, secret)
  if (previous) await internalAdapter.deleteSession(previous)
}
