const emailPattern = /\w@[a-z_]+\.[a-z]{2,20}/i

/** The pattern of the product specification, which need not match the whole text. The identity provider may refuse more. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && !/\s/.test(text.trim())
}

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Without control characters and those that change the direction of text; joiners belong to some scripts. */
export const stripInvisible = (text: string) => text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
