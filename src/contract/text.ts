import { maxEmailLength } from './limits.ts'

const specifiedEmail = /^\w+@[a-z_]+\.[a-z]{2,20}$/i
/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const browserEmail =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,20}|xn--[a-z\d-]{0,58}[a-z\d])$/i

/** The specification's pattern, or what browsers accept with a domain ending in 2 to 20 letters (`xn--`: RFC 5891). */
export function isEmail(text: string): boolean {
  return isTrimmedEmail(text.trim())
}

export function isTrimmedEmail(text: string): boolean {
  return text.length <= maxEmailLength && (specifiedEmail.test(text) || browserEmail.test(text))
}

/** Accounts and identities are matched by emails of this form. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Limits marks, whose NFC takes quadratic time: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format */
export const composeText = (text: string) => text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC')

/** Keeps at most that many UTF-16 units, and no half of a character, which could not be stored. */
export const cutText = (text: string, maxLength: number) => text.slice(0, maxLength).replace(/\p{Cs}$/u, '')

/** Removes control and bidirectional characters but keeps joiners, which some scripts need. */
export const stripInvisible = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029](?<![\u200c\u200d])/gu, '')

export const stripInvisibleInLines = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029](?<![\n\r\t\u200c\u200d])/gu, '')
