import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#settings/secret.ts'

/**
 * The headers with every cookie and bearer that an older secret signed signed by the newest: Better Auth 1.7 checks
 * signatures by one secret only (its option `secrets` is for what it encrypts).
 */
export function signedAnew(headers: Headers, [newest, ...older]: Secrets): Headers {
  const anew = (text: string) => {
    const [value, signature] = partsOf(text)
    const isOlder = older.some(secret => isSame(signature, signatureOf(value, secret)))
    return isOlder ? encodeURIComponent(`${value}.${signatureOf(value, newest)}`) : text
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
function partsOf(text: string): [value: string, signature: string] {
  const plain = text.includes('%') ? decoded(text) : text
  const dot = plain.lastIndexOf('.')
  return [plain.slice(0, dot), plain.slice(dot + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const signatureOf = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64')

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
