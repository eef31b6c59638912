import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#config/secrets.ts'

/**
 * The headers with every cookie and bearer that an older secret signed signed by the newest: Better Auth 1.7 checks
 * signatures by one secret only (its option `secrets` is for what it encrypts).
 */
export function resignCookies(headers: Headers, [newest, ...older]: Secrets): Headers {
  const anew = (text: string) => {
    const [value, signature] = splitSigned(text)
    const isOlder = older.some(secret => isEqual(signature, sign(value, secret)))
    return isOlder ? encodeURIComponent(`${value}.${sign(value, newest)}`) : text
  }
  const changed = new Headers(headers)
  for (const [name, signed] of [
    ['cookie', /(?<==)[^;]+/g],
    ['authorization', /(?<=^bearer ).+/i],
  ] as const) {
    const text = headers.get(name)
    if (text) changed.set(name, text.replace(signed, anew))
  }
  return changed
}

/** A signed value is `value.signature`, the signature HMAC-SHA-256 in base64; percent-encoded, or in a bearer not. */
function splitSigned(text: string): [value: string, signature: string] {
  const plain = text.includes('%') ? decodeOrKeep(text) : text
  const dot = plain.lastIndexOf('.')
  return [plain.slice(0, dot), plain.slice(dot + 1)]
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const sign = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64')

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
