import { findDecimalSign } from '#contract/cells/decimal-signs.ts'
import { isGtin } from '#contract/cells/gtin.ts'
import { findCurrencyMark, readNumber } from '#contract/cells/read-number.ts'
import { isCurrency } from '#contract/pricing/currencies.ts'
import type { FileColumn } from '#contract/schemas/admin/imports.ts'
import { cutText } from '#contract/text.ts'
import { joinHyphenated } from './fields.ts'
import type { Table } from './find-table.ts'
import { isFilled } from './sheets.ts'

/** What all cells of a column show, small enough to be kept with a list of any length. */
export type Column = Omit<FileColumn, 'note'>

const examplesKept = 25
const maxShownLength = 300
const maxNumberLength = 50

export function describeColumns({ heading, rows, width, hiddenColumns }: Table): Column[] {
  return Array.from({ length: width }, (_, index) => {
    const cells = rows.map(row => row.cells[index]?.trim() ?? '')
    const title = joinHyphenated(heading?.cells[index] ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    return { ...describeColumn(cutText(title, maxShownLength), cells), isHidden: hiddenColumns.has(index) }
  })
}

function describeColumn(title: string, cells: readonly string[]): Omit<Column, 'isHidden'> {
  const examples = cells.slice(0, examplesKept).map(cell => cutText(cell, maxShownLength))
  const ofTitle = findMarkInTitle(title)
  const column: Omit<Column, 'isHidden'> = {
    ...{ title, examples, filled: 0, numbers: 0, decimalSigns: '', gtins: 0 },
    marks: ofTitle === undefined ? {} : { [ofTitle]: title },
    ...{ isRising: isRising(cells), hasImpliedDecimals: false },
  }
  const [whole, divided]: [number[], number[]] = [[], []]
  for (const cell of cells) {
    if (!isFilled(cell)) continue
    column.filled += 1
    if (isGtin(cell)) column.gtins += 1
    const reading = cell.length > maxNumberLength ? undefined : readNumber(cell.replace(/\s*%$/, ''))
    if (!reading) continue
    column.numbers += 1
    if ('readings' in reading) column.ambiguous ??= cell
    else (Number.isInteger(reading.value) && !/[.,]/.test(cell) ? whole : divided).push(reading.value)
    const sign = findDecimalSign([cell])
    if (sign && !column.decimalSigns.includes(sign)) column.decimalSigns += sign
    const mark = findCurrencyMark(cell)
    if (mark !== undefined) column.marks[mark] ??= cell
  }
  column.hasImpliedDecimals = whole.length > 0 && divided.length > 0 && findMedian(whole) > 20 * findMedian(divided)
  return column
}

/** '€' of 'Price (€)', and 'USD' of 'Price USD'. */
export function findMarkInTitle(title: string): string | undefined {
  const words = title.normalize('NFKC').match(/[A-Z]{0,2}\p{Sc}|\b[A-Z]{3}\b|zł|Kč/gu) ?? []
  return words.find(word => !/^[A-Z]{3}$/.test(word) || isCurrency(word))
}

const findMedian = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Numbers of lines rise by a constant step. Two rows count only as 1, 2 or 10, 20. */
export function isRising(cells: readonly string[]): boolean {
  const numbers = cells.flatMap(cell => (/^\d{1,9}$/.test(cell) ? Number(cell) : []))
  const [first = 0, second = 0] = numbers
  const step = second - first
  const isEven = numbers.every((number, index) => number === first + index * step)
  const isAllNumbers = numbers.length === cells.filter(isFilled).length
  return step > 0 && isAllNumbers && isEven && (numbers.length > 2 || (first === step && (step === 1 || step === 10)))
}
