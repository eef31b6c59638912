import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '#config/secrets.ts'
import { isEqualConstantTime } from '#providers/constant-time.ts'

export interface DeviceCookies {
  /** The id of a browser that has signed in to that email with its present password since the email was verified. */
  findTrustedDevice: (headers: Headers, user: VerifiedUser) => string | undefined
  /** A `Set-Cookie` header for a browser that has proven the password; it keeps the id that it had. */
  createCookie: (user: VerifiedUser, deviceId?: string) => string
}

interface VerifiedUser {
  email: string
  /** Changes with the password: whoever knew an earlier one has no device. */
  passwordVersion: string
}

const lifetimeSeconds = 365 * 86_400

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks"): a browser that has signed in keeps tries of its own, so
 * that strangers can't lock its owner out.
 */
export function createDeviceCookies(secrets: Secrets, isSecure: boolean): DeviceCookies {
  const name = isSecure ? '__Host-device' : 'device'
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${isSecure ? '; Secure' : ''}`
  function readId(headers: Headers, user: VerifiedUser): string | undefined {
    const cookies = (headers.get('cookie') ?? '').split(/; */)
    const value = cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
    const [id = '', signature = ''] = value?.split('.') ?? []
    return secrets.some(secret => isEqualConstantTime(signature, sign(secret, id, user))) ? id : undefined
  }
  return {
    findTrustedDevice: readId,
    createCookie(user, id = randomBytes(16).toString('base64url')) {
      return `${name}=${id}.${sign(secrets[0], id, user)}; ${attributes}`
    },
  }
}

const sign = (secret: string, id: string, user: VerifiedUser) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([id, user.email, user.passwordVersion]))
    .digest('base64url')
