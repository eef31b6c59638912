import { describeReadings, findDecimalSign } from '#contract/cells/decimal-signs.ts'
import { type DecimalSign, findCurrencyMark } from '#contract/cells/read-number.ts'
import { replaceNumbers, stripPercentSign, type ToolColumn } from '#contract/cells/tool-cells.ts'
import { type Currency, isMarkOf } from '#contract/pricing/currencies.ts'
import type { FileRow } from './read-file.ts'

/** Returns the first number with the mark of another currency, if any. */
export function findForeignAmount(rows: readonly FileRow[], currency: Currency): string | undefined {
  for (const text of listNumbers(rows)) {
    const mark = findCurrencyMark(text)
    if (mark !== undefined && !isMarkOf(mark, currency)) return text
  }
  return undefined
}

/** Rewrites '1.250,50' as '1250.5'. Returns a sentence about the first number that stays ambiguous, if any. */
export function writePlainNumbers(rows: readonly FileRow[], decimalSign?: DecimalSign): string | undefined {
  const sign = decimalSign ?? findDecimalSign(listNumbers(rows))
  let ambiguous: string | undefined
  for (const { cells } of rows)
    for (const [column, cell] of Object.entries(cells) as [ToolColumn, string][])
      cells[column] = replaceNumbers(column, cell, ({ text, listReadings }) => {
        const [value, other] = listReadings(text, sign)
        if (value === undefined) return text
        if (other === undefined) return format(value)
        ambiguous ??= describeReadings(text, [value, other])
        return text
      })
  return ambiguous
}

/** Adds a fourth decimal where three could be read as thousands. */
const format = (value: number) =>
  value
    .toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
    .replace(/^(-?\d{1,3}\.\d{3})$/, '$10')

function* listNumbers(rows: readonly FileRow[]): Generator<string> {
  for (const { cells } of rows)
    for (const [column, cell] of Object.entries(cells) as [ToolColumn, string][]) {
      const texts: string[] = []
      replaceNumbers(column, cell, ({ text }) => {
        texts.push(stripPercentSign(text))
        return text
      })
      yield* texts
    }
}
