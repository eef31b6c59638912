/** An idempotency key: 128 random bits as text; `crypto.randomUUID` would need HTTPS. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
