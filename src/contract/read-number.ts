/** What stands between whole numbers and their fraction. */
export type DecimalSign = '.' | ','

/** `readings` of a text that means either of two numbers, the smaller one first: 1.25 and 1250 of '1.250'. */
export type NumberReading = { value: number } | { readings: readonly [number, number] }

/**
 * Reads a number as people and spreadsheets write it: '1,250.50', '1.250,50', '1 250,5', "1'250.50", '$12', '12,50 €'. Where the
 * sign of decimals is known, no text has two readings. Undefined for what is no number.
 */
export function readNumber(text: string, decimalSign?: DecimalSign): NumberReading | undefined {
  const [, sign = '', digits = ''] =
    /^([-−+]?)([\d.,' \u2019]*\d)$/.exec(stripCurrency(text.normalize('NFKC').trim())) ?? []
  const negative = sign === '-' || sign === '−'
  const readings = (['.', ','] as const)
    .filter(each => decimalSign === undefined || each === decimalSign)
    .flatMap(each => readDigits(digits, each) ?? [])
    .map(value => (negative && value !== 0 ? -value : value))
  const [one, other = one] = readings
  if (one === undefined || other === undefined) return undefined
  return one === other ? { value: one } : { readings: Math.abs(one) < Math.abs(other) ? [one, other] : [other, one] }
}

/** Before or after the number, as a symbol or a code of three letters. */
const stripCurrency = (text: string) =>
  text.replace(/^([-−+]?)\s*(?:\p{Sc}|[A-Z]{3}\b)\s*/u, '$1').replace(/\s*(?:\p{Sc}|\b[A-Z]{3}|zł|Kč|kr\.?)$/u, '')

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
