import { randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'
import { getCallState } from './call-state.ts'

const lifetimeMs = 3_600_000
const toIdentifier = (token: string) => `reset-password:${token}`

/** A token for `/reset-password`, in Better Auth's form. */
export async function createPasswordToken(
  internalAdapter: GenericEndpointContext['context']['internalAdapter'],
  userId: string,
): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  const expiresAt = new Date(Date.now() + lifetimeMs)
  await internalAdapter.createVerificationValue({ identifier: toIdentifier(token), value: userId, expiresAt })
  return token
}

/**
 * `POST /check-password-token` tells, before a new password is typed, whether `/reset-password` takes the token, and
 * whether what was written in the account is then deleted.
 */
export function checkPasswordToken() {
  return {
    id: 'check-password-token',
    endpoints: {
      checkPasswordToken: createAuthEndpoint(
        '/check-password-token',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async context => {
          const { internalAdapter } = context.context
          const found = await internalAdapter.findVerificationValue(toIdentifier(context.body.token))
          if (!found || found.expiresAt < new Date())
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'That link is no longer good' })
          const user = await internalAdapter.findUserById(found.value)
          const deletesContent = user && !user.emailVerified && !getCallState().hasUsedUnverified(user.email)
          return context.json({ deletesContent: Boolean(deletesContent) })
        },
      ),
    },
  }
}
