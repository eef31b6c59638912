const emailPattern = /\w@[a-z_]+\.[a-z]{2,20}/i

/**
 * Whether the trimmed text has no white space and contains a word character, @, a domain of letters or underscores, a
 * dot and 2 to 20 letters. The identity provider makes the final decision.
 */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && !/\s/.test(text.trim())
}

/** The form in which emails are stored and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}
