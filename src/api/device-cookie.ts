import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '#config/secrets.ts'
import { isEqualConstantTime } from '#providers/constant-time.ts'
import type { KnownUser } from '#providers/identity/port.ts'

export interface DeviceCookies {
  /** The id of a browser that has signed in to that email since the email was verified. */
  readDeviceId: (headers: Headers, email: string) => string | undefined
  /** Whether the browser has signed up or in with that email and its password, or verified it. */
  isKnown: (headers: Headers, email: string) => boolean
  /** A `Set-Cookie` header for the browser of a known user; it keeps the id that it had. */
  createCookie: (user: KnownUser, deviceId?: string) => string
}

const lifetimeSeconds = 365 * 86_400

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks"): a browser that has signed in keeps tries of its own, so
 * that strangers can't lock its owner out.
 */
export function createDeviceCookies(secrets: Secrets, isSecure: boolean): DeviceCookies {
  const name = isSecure ? '__Host-device' : 'device'
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${isSecure ? '; Secure' : ''}`
  function readId(headers: Headers, user: KnownUser): string | undefined {
    const cookies = (headers.get('cookie') ?? '').split(/; */)
    const value = cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
    const [id = '', signature = ''] = value?.split('.') ?? []
    return secrets.some(secret => isEqualConstantTime(signature, sign(secret, id, user))) ? id : undefined
  }
  return {
    readDeviceId: (headers, email) => readId(headers, { email, emailVerified: true }),
    isKnown: (headers, email) =>
      [true, false].some(emailVerified => readId(headers, { email, emailVerified }) !== undefined),
    createCookie(user, id = randomBytes(16).toString('base64url')) {
      return `${name}=${id}.${sign(secrets[0], id, user)}; ${attributes}`
    },
  }
}

const sign = (secret: string, id: string, { email, emailVerified }: KnownUser) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(emailVerified ? [id, email] : [id, email, 'unverified']))
    .digest('base64url')
