/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` needs HTTPS. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const [version = 0, variant = 0] = [bytes[6], bytes[8]]
  bytes.set([(version & 0x0f) | 0x40], 6)
  bytes.set([(variant & 0x3f) | 0x80], 8)
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
