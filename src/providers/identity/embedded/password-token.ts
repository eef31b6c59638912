import { randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'

const lifetimeMs = 3_600_000

/** A token for `/reset-password`, in Better Auth's form. */
export async function createPasswordToken(
  internalAdapter: GenericEndpointContext['context']['internalAdapter'],
  userId: string,
): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  const expiresAt = new Date(Date.now() + lifetimeMs)
  await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt })
  return token
}
