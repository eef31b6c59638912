const specifiedEmail = /^\w+@[a-z_]+\.[a-z]{2,20}$/i
/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const browserEmail = /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,20}$/i

/**
 * What the product specification's pattern matches from beginning to end, or a browser's email field accepts if its
 * domain ends with a dot and 2 to 20 letters. The identity provider may refuse more.
 */
export function isEmail(text: string): boolean {
  const email = text.trim()
  return specifiedEmail.test(email) || browserEmail.test(email)
}

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Composed (NFC), as texts are compared. Of the marks on one letter thirty stay: more take time by their square
 * (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format).
 */
export const composeText = (text: string) => text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC')

/** Without control characters and those that change the direction of text; joiners belong to some scripts. */
export const stripInvisible = (text: string) => text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')

/** As `stripInvisible`, of a text that may have lines and tabs. */
export const stripInvisibleInLines = (text: string) =>
  text.replace(/(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
