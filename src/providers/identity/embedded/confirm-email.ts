import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Secrets } from '#config/secrets.ts'
import { getCallState } from './call-state.ts'
import { createPasswordToken } from './password-token.ts'

/**
 * `POST /confirm-email` with the token of a verification mail. A session of the account verifies its email. Without one,
 * somebody else may have signed up with that email: all sessions end, and the reply's `passwordToken` is for
 * `/reset-password`, which verifies the email and takes the account over.
 */
export function confirmEmail(secrets: Secrets) {
  return {
    id: 'confirm-email',
    endpoints: {
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async context => {
          const { internalAdapter } = context.context
          const email = await readEmail(context.body.token, secrets)
          const user = email && (await internalAdapter.findUserByEmail(email))?.user
          if (!user)
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'That link is no longer good' })
          if (user.emailVerified) return context.json({})
          const session = await getSessionFromCtx(context)
          if (session?.user.id === user.id) {
            const verifiedUser = await internalAdapter.updateUser(user.id, { emailVerified: true })
            getCallState().signedInUser = verifiedUser
            return context.json({})
          }
          await internalAdapter.deleteUserSessions(user.id)
          return context.json({ passwordToken: await createPasswordToken(internalAdapter, user.id) })
        },
      ),
    },
  }
}

const Payload = z.object({ email: z.email(), updateTo: z.undefined().optional() })

/** From a token of Better Auth's `createEmailVerificationToken`. */
async function readEmail(token: string, secrets: Secrets): Promise<string | undefined> {
  for (const secret of secrets) {
    const key = new TextEncoder().encode(secret)
    const verified = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(() => undefined)
    const { data } = Payload.safeParse(verified?.payload)
    if (data) return data.email
  }
  return undefined
}
