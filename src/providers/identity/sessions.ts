const day = 86_400

/** Seconds that a session lives without being used, and how old it is when its use makes it longer. */
export const sessionTimes = { expiresIn: 7 * day, updateAge: day }
const maxLifetime = 30 * day

interface Renewed {
  expiresAt?: Date | undefined
}

interface Present {
  context: { session: { session: { createdAt: Date } } | null }
}

/** Lets a session that is being made longer end 30 days after its login all the same. */
export async function capSessionLifetime<Session extends Renewed>(session: Session, present: Present | null) {
  const createdAt = present?.context.session?.session.createdAt
  if (!createdAt || !session.expiresAt) return
  const last = createdAt.getTime() + maxLifetime * 1000
  return { data: { ...session, expiresAt: new Date(Math.min(session.expiresAt.getTime(), last)) } }
}

interface Opened {
  getSignedCookie: (name: string, secret: string) => Promise<string | false | null | undefined>
  context: {
    secret: string
    authCookies: { sessionToken: { name: string } }
    internalAdapter: { deleteSession: (token: string) => Promise<unknown> }
  }
}

/** Ends the session that a browser had when it signed in anew. */
export async function revokePreviousSession(session: { token: string }, opened: Opened | null): Promise<void> {
  if (!opened) return
  const { secret, authCookies, internalAdapter } = opened.context
  const present = await opened.getSignedCookie(authCookies.sessionToken.name, secret)
  if (present && present !== session.token) await internalAdapter.deleteSession(present)
}
