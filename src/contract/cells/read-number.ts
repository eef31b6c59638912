export type DecimalSign = '.' | ','

/** `readings` has both numbers that an ambiguous text can mean, the smaller first: 1.25 and 1250 for '1.250'. */
export type NumberReading = { value: number } | { readings: readonly [number, number] }

/** Reads '1,250.50', '1.250,50', '1 250,5', '$12', '12,50 €'; with the other sign if `decimalSign` gives no number. */
export function readNumber(text: string, decimalSign?: DecimalSign): NumberReading | undefined {
  const [one, other] = [
    parseWithDecimalSign(decimalSign ?? '.', text),
    parseWithDecimalSign(decimalSign === ',' ? '.' : ',', text),
  ]
  if (one !== undefined && other !== undefined && one !== other && !decimalSign)
    return { readings: Math.abs(one) < Math.abs(other) ? [one, other] : [other, one] }
  const value = one ?? other
  return value === undefined ? undefined : { value }
}

export function parseWithDecimalSign(decimalSign: DecimalSign, text: string): number | undefined {
  const [, sign = '', digits = ''] =
    /^([-−+]?)([\d.,' \u2019]*\d)$/.exec(stripCurrency(text.normalize('NFKC').trim())) ?? []
  const value = readDigits(digits, decimalSign)
  return value !== undefined && value !== 0 && /^[-−]/.test(sign) ? -value : value
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** A currency is a symbol or a three-letter code before or after the number; '10 BOX' is no amount. '79,-' is 79. */
const stripCurrency = (text: string) =>
  stripWords(stripUnit(text))
    .replace(/(?<=\d)[.,][-–—]{1,2}(?=\D{0,5}$)/u, '')
    .replace(/^([-−+]?)\s*(?:[A-Z]{0,2}\p{Sc}|([A-Z]{3})\b)\s*/u, (all, sign, code) => (isCurrency(code) ? sign : all))
    .replace(/(?:\p{Sc}|\b([A-Z]{3})|zł|Kč|kr\.?)$/u, (all, code) => (isCurrency(code) ? '' : all))
    .trimEnd()

/** Returns '$' of '$12' and 'kr' of '12,50 kr.', if the text is a number with a currency. */
export function findCurrencyMark(text: string): string | undefined {
  const mark = stripNumber(text)
  return mark !== '' && readNumber(text) !== undefined ? mark : undefined
}

/** What stands beside a number: its currency, in the spelling that others use. */
export function stripNumber(text: string): string {
  const mark = stripUnit(text.normalize('NFKC').trim()).replace(/(?<=\d)[.,]?[-–—]+|[\d.,' \u2019−+-]/gu, '')
  if (/^euros?$/i.test(mark)) return 'EUR'
  return /^s?fr$/i.test(mark) ? 'CHF' : mark
}

const maxUnitLength = 60

/** 'each', in a price such as '12.50 €/pc', a star that leads to a note, and francs and euros as words. */
const stripUnit = (text: string) =>
  text.length > maxUnitLength
    ? text
    : text.replace(/\s*\*+$/, '').replace(/\s*\/\s*(pcs?|pce|piece|ea|each|st|stk|stück|szt|ud|u)\.?$/i, '')

const isCurrency = (code: string | undefined) => code === undefined || currencies.has(code)

function readDigits(digits: string, decimalSign: DecimalSign): number | undefined {
  const [whole = '', fraction, ...more] = digits.split(decimalSign)
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,10}$/.test(fraction))) return undefined
  const isGrouped = /^[1-9]\d{0,2}([.,' \u2019])\d{3}(\1\d{3})*$/.test(whole)
  const plain = isGrouped ? whole.replace(/\D/g, '') : whole
  return /^\d{0,15}$/.test(plain) && (plain !== '' || fraction !== undefined)
    ? Number(`${plain || '0'}.${fraction ?? '0'}`)
    : undefined
}

/** Returns NaN for text that is no number. Of two readings it takes the larger: '1.250' is 1250. Fractions stay. */
export function readPieces(text: string): number {
  const reading = readNumber(text)
  if (!reading) return Number.NaN
  return 'value' in reading ? reading.value : reading.readings[1]
}

export const stripPercentSign = (text: string) => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text)

const stripWords = (text: string) =>
  text.length > maxUnitLength
    ? text
    : text.replace(/^S?Fr\.?\s+(?=\d)/i, 'CHF ').replace(/(?<=\d)\s*(S?Fr\.?|euros?)$/i, '')
