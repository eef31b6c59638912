import { type DecimalSign, stripNumber, stripPercentSign } from '#contract/cells/read-number.ts'
import { type NumberKind, replaceNumbers } from '#contract/cells/tool-cells.ts'

interface Settings {
  decimalSign?: DecimalSign | undefined
  hasImpliedDecimals: boolean
}

/** Rewrites '1.250,50' as '1250.5'. What is no number, or has two readings, stays. */
export const writePlainNumbers = (
  kind: NumberKind,
  cell: string,
  { decimalSign, hasImpliedDecimals }: Settings,
): string =>
  replaceNumbers(kind, cell, ({ text, listReadings }) => {
    const [value, other] = listReadings(groupAt(text, decimalSign), decimalSign)
    if (value === undefined || other !== undefined) return text
    const mark = kind === 'pieces' ? '' : stripNumber(stripPercentSign(text))
    const scaled = hasImpliedDecimals && kind === 'amount' && !/[.,]/.test(text) ? value / 100 : value
    return writeAmount(scaled, mark)
  })

/** Some programs group with the sign of decimals, too: '1.118.400' is 1118.4 where points are that sign. */
const groupAt = (text: string, decimalSign: DecimalSign | undefined) =>
  decimalSign !== undefined && /^\D*\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+\D*$/.test(text)
    ? text.replaceAll(decimalSign, (sign, at: number) => (at === text.lastIndexOf(decimalSign) ? sign : ''))
    : text

/** A sign such as '$' stands before the number, a code or 'kr' behind it. */
export function writeAmount(value: number, mark: string): string {
  const number = writeNumber(value)
  if (mark === '') return number
  return /^[A-Z]{0,2}\p{Sc}$/u.test(mark) ? `${mark}${number}` : `${number} ${mark}`
}

/** Adds a fourth decimal where three could be read as thousands. */
export const writeNumber = (value: number): string =>
  value
    .toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
    .replace(/^(-?\d{1,3}\.\d{3})$/, '$10')
