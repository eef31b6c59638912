/** What browser and server decide alike. Imports nothing, so that a page pays a few hundred bytes for it. */

export const accessTokenKey = 'accessToken'
export const minPasswordLength = 6
export const reviewPreviewLength = 112
export const descriptionPreviewLength = 136
export const homeReviewCount = 6
export const homeToolCount = 24
export const maxStock = 100_000_000
/** The largest picture that may be uploaded, in bytes. */
export const maxImageBytes = 10_000_000
/** How far the rows of a long list are counted; less far when they have to be searched for words. */
export const countLimit = (words: string | undefined) => (words ? 1_000 : 10_000)

/** How many there are, for a person: '1 tool', '2 tools', or 'more than 10,000 tools' where counting stopped. */
export function formatCount(count: number, words: string | undefined, [one, many]: readonly [string, string]): string {
  const most = countLimit(words)
  if (count > most) return `more than ${most.toLocaleString('en-US')} ${many}`
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

const email = /\w@[a-z_]+\.[a-z]{2,20}/i

/**
 * Whether the trimmed text has no white space and holds word characters, @, a domain of letters or underscore, a dot
 * and 2 to 20 letters. The identity provider decides the rest.
 */
export function isEmail(text: string): boolean {
  return email.test(text) && !/\s/.test(text.trim())
}

/** An email as it is compared and stored. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether `quantity` pieces of a tool may be ordered: whole, at least its minimum, at most its stock. */
export function isOrderable(quantity: number, tool: { minimum: number; available: number }): boolean {
  return Number.isInteger(quantity) && quantity >= tool.minimum && quantity <= tool.available
}

/** Whether the card payment provider takes an order of that total: from $0.50 to $999,999.99. */
export function isChargeable(totalCents: number): boolean {
  return totalCents >= 50 && totalCents <= 99_999_999
}

/** The text cut at `length` characters plus '...', or the text itself when it is not longer. */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text
}

/** The wire's quantity text for a number of pieces. */
export function formatQuantity(quantity: number): string {
  return `${quantity} pieces`
}

/** Integer cents of a dollar number with at most two decimals; undefined for any other number. */
export function toCents(dollars: number): number | undefined {
  const whole = Math.round(dollars * 100)
  return Math.abs(whole / 100 - dollars) < 1e-9 ? whole : undefined
}

/** A dollar number as the shop shows it: `$` and two decimals, thousands grouped. */
export function formatMoney(dollars: number): string {
  return `$${twoDecimals.format(dollars)}`
}

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `price` times `quantity` in dollars, without the errors of binary fractions. */
export function lineTotal(price: number, quantity: number): number {
  return Math.round(price * 100 * quantity) / 100
}

/** The path if it is one of this site, else undefined: refuses other origins, `//host` and backslashes. */
export function sameOriginPath(path: string | null | undefined): string | undefined {
  return path && /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : undefined
}
