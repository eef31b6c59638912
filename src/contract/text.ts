const emailPattern = /\w@[a-z_]+\.[a-z]{2,20}/i

/** A preliminary check: the identity provider makes the final decision. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && !/\s/.test(text.trim())
}

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}
