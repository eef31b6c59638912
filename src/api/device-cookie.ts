import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '#config/secrets.ts'
import { isEqualConstantTime } from '#providers/constant-time.ts'

export interface DeviceCookies {
  /** The id of a browser that has signed in to that email before. */
  readDeviceId: (headers: Headers, email: string) => string | undefined
  /** A `Set-Cookie` header for a browser that has signed in; it keeps the id that it had. */
  createCookie: (email: string, deviceId?: string) => string
}

const lifetimeSeconds = 365 * 86_400

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks"): a browser that has signed in keeps tries of its own, so
 * that strangers can't lock its owner out.
 */
export function createDeviceCookies(secrets: Secrets, isSecure: boolean): DeviceCookies {
  const name = isSecure ? '__Host-device' : 'device'
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${isSecure ? '; Secure' : ''}`
  return {
    readDeviceId(headers, email) {
      const cookies = (headers.get('cookie') ?? '').split(/; */)
      const value = cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
      const [id = '', signature = ''] = value?.split('.') ?? []
      return secrets.some(secret => isEqualConstantTime(signature, sign(secret, id, email))) ? id : undefined
    },
    createCookie(email, id = randomBytes(16).toString('base64url')) {
      return `${name}=${id}.${sign(secrets[0], id, email)}; ${attributes}`
    },
  }
}

const sign = (secret: string, ...parts: readonly string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
