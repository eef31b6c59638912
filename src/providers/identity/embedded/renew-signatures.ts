import { createHmac } from 'node:crypto'
import type { Secrets } from '#config/secrets.ts'
import { isEqualConstantTime } from '#providers/constant-time.ts'

/** Better Auth 1.7 verifies with one secret only, so signatures by the other accepted secrets are replaced. */
export function renewSignatures(headers: Headers, [current, ...alsoAccepted]: Secrets): Headers {
  const renewSignature = (signedValue: string) => {
    const [value, signature] = splitSigned(signedValue)
    const isOfOtherSecret = alsoAccepted.some(secret => isEqualConstantTime(signature, sign(value, secret)))
    return isOfOtherSecret ? encodeURIComponent(`${value}.${sign(value, current)}`) : signedValue
  }
  const renewed = new Headers(headers)
  for (const [name, signedValues] of [
    ['cookie', /(?<==)[^;]+/g],
    ['authorization', /(?<=^bearer ).+/i],
  ] as const) {
    const header = headers.get(name)
    if (header) renewed.set(name, header.replace(signedValues, renewSignature))
  }
  return renewed
}

/** Percent-encoded in cookies, but not always in bearer tokens. */
function splitSigned(signedValue: string): [value: string, signature: string] {
  const plain = signedValue.includes('%') ? tryDecode(signedValue) : signedValue
  const dot = plain.lastIndexOf('.')
  return [plain.slice(0, dot), plain.slice(dot + 1)]
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const sign = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64')
