/** What stands between whole numbers and their fraction. */
export type DecimalSign = '.' | ','

/** `readings` of a text that means either of two numbers, the smaller one first: 1.25 and 1250 of '1.250'. */
export type NumberReading = { value: number } | { readings: readonly [number, number] }

/**
 * Reads a number as people and spreadsheets write it: '1,250.50', '1.250,50', '1 250,5', "1'250.50", '$12', '12,50 €'. Where the
 * sign of decimals is known, no text has two readings; one that only the other sign reads is read so. Undefined for what is no number.
 */
export function readNumber(text: string, decimalSign?: DecimalSign): NumberReading | undefined {
  const [one, other] = [readWith(decimalSign ?? '.', text), readWith(decimalSign === ',' ? '.' : ',', text)]
  if (one !== undefined && other !== undefined && one !== other && !decimalSign)
    return { readings: Math.abs(one) < Math.abs(other) ? [one, other] : [other, one] }
  const value = one ?? other
  return value === undefined ? undefined : { value }
}

/** Undefined where the text is no number with that sign of decimals. */
export function readWith(decimalSign: DecimalSign, text: string): number | undefined {
  const [, sign = '', digits = ''] =
    /^([-−+]?)([\d.,' \u2019]*\d)$/.exec(stripCurrency(text.normalize('NFKC').trim())) ?? []
  const value = readDigits(digits, decimalSign)
  return value !== undefined && value !== 0 && /^[-−]/.test(sign) ? -value : value
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Before or after the number, as a symbol or a code of three letters; '10 BOX' is no money. */
const stripCurrency = (text: string) =>
  text
    .replace(/^([-−+]?)\s*(?:\p{Sc}|([A-Z]{3})\b)\s*/u, (all, sign, code) => (isCurrency(code) ? sign : all))
    .replace(/\s*(?:\p{Sc}|\b([A-Z]{3})|zł|Kč|kr\.?)$/u, (all, code) => (isCurrency(code) ? '' : all))

const isCurrency = (code: string | undefined) => code === undefined || currencies.has(code)

/** Undefined where the groups of digits are not those of a number with that sign. */
function readDigits(digits: string, decimalSign: DecimalSign): number | undefined {
  const [whole = '', fraction, ...more] = digits.split(decimalSign)
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,10}$/.test(fraction))) return undefined
  const isGrouped = /^[1-9]\d{0,2}([.,' \u2019])\d{3}(\1\d{3})*$/.test(whole)
  const plain = isGrouped ? whole.replace(/\D/g, '') : whole
  return /^\d{0,15}$/.test(plain) && (plain !== '' || fraction !== undefined)
    ? Number(`${plain || '0'}.${fraction ?? '0'}`)
    : undefined
}

/** A number of pieces as somebody types it; NaN for anything else. '1.250' is 1250: there is no part of a piece. */
export function readPieces(text: string): number {
  const reading = readNumber(text)
  if (!reading) return Number.NaN
  return 'value' in reading ? reading.value : reading.readings[1]
}
