import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in a time that does not depend on where they differ. */
export function isEqualConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
