import { askForReading } from './decimal-signs.ts'
import { type DecimalSign, readNumber } from './read-number.ts'
import { parseSpecifications, type Specification } from './specifications.ts'

/** Columns of a file of tools, as it is exported and imported. */
export const toolColumns = {
  sku: 'SKU',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  priceBreaks: 'Price breaks',
  minimum: 'Minimum',
  increment: 'Pieces per pack',
  unitLabel: 'Pack label',
  available: 'Available',
  /** What an export wrote as available: the stock moves by the difference. */
  availableBefore: 'Available when exported',
  taxPercent: 'Tax percent',
  specifications: 'Specifications',
  description: 'Description',
  image: 'Image',
  imageAlt: 'Alt text',
  discontinued: 'Discontinued',
  replacementSku: 'Replacement SKU',
} as const

export type ToolColumn = keyof typeof toolColumns

/** What stands in a cell to empty a field: an empty cell leaves it as it is. */
const clearingCell = '-'

/** How an export writes a field that is a hyphen, or a hyphen behind apostrophes. */
const hyphenCell = /^'+-$/

/** What spreadsheets take for the beginning of a formula, those of East Asia in wide letters too. For classes of characters. */
export const formulaSigns = '=+\\-@\\t\\r＝＋－＠'
const escapedFormula = new RegExp(`^'(?='*[${formulaSigns}])`)

/** Without the apostrophe that an export sets before what a spreadsheet would take for a formula. */
export const readCell = (text: string) =>
  hyphenCell.test(text.trim()) ? text.trim() : text.trim().replace(escapedFormula, '')

interface PriceBreakCell {
  from: number
  price: number
}

/** '20: 9.50; 100: 8.75' */
export const formatPriceBreaks = (breaks: readonly PriceBreakCell[]) =>
  breaks.map(({ from, price }) => `${from}: ${price.toFixed(2)}`).join('; ')

/** As lines 'Power: 860 W'. */
export const formatSpecifications = (specifications: readonly Specification[]) =>
  specifications.map(({ name, value, unit }) => `${name}: ${unit === '' ? value : `${value} ${unit}`}`).join('\n')

/** The value of a filled cell, as `POST /addProduct` takes it. */
export function parseCell(column: ToolColumn, text: string): { value: unknown } | { problem: string } {
  if (text === clearingCell) return clearedValues[column] ?? { problem: 'This cannot be emptied.' }
  return parsers[column](hyphenCell.test(text) ? text.slice(1) : text)
}

const clearedValues: Partial<Record<ToolColumn, { value: unknown }>> = {
  brand: { value: '' },
  category: { value: '' },
  priceBreaks: { value: [] },
  unitLabel: { value: '' },
  taxPercent: { value: null },
  specifications: { value: [] },
  imageAlt: { value: '' },
  replacementSku: { value: '' },
}

type Parse = (text: string) => { value: unknown } | { problem: string }

const parseText: Parse = text => ({ value: text })

/** All numbers that a text may mean in a column. */
type ReadNumber = (text: string, decimalSign?: DecimalSign) => readonly number[]

const maxNumberLength = 50

const readAmount: ReadNumber = (text, decimalSign) => {
  const reading = text.length > maxNumberLength ? undefined : readNumber(text, decimalSign)
  if (!reading) return []
  return 'value' in reading ? [reading.value] : reading.readings
}

/** There is no part of a piece: '1.250' is 1250. */
const readPieces: ReadNumber = (text, decimalSign) => preferPossible(readAmount(text, decimalSign), Number.isInteger)

export const stripPercentSign = (text: string) => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text)

const readPercent: ReadNumber = (text, decimalSign) =>
  preferPossible(readAmount(stripPercentSign(text), decimalSign), value => value <= 100)

function preferPossible(readings: readonly number[], isPossible: (value: number) => boolean): readonly number[] {
  const possible = readings.filter(isPossible)
  return possible.length > 0 ? possible : readings.slice(0, 1)
}

/** How a column's numbers are read. */
const numberColumns: Partial<Record<ToolColumn, ReadNumber>> = {
  price: readAmount,
  minimum: readPieces,
  increment: readPieces,
  available: readPieces,
  availableBefore: readPieces,
  taxPercent: readPercent,
}

interface CellNumber {
  text: string
  read: ReadNumber
}

/** Puts other texts in place of the numbers of a cell. */
export function replaceNumbers(column: ToolColumn, text: string, replace: (number: CellNumber) => string): string {
  const read = numberColumns[column]
  if (read) return replace({ text, read })
  if (column !== 'priceBreaks') return text
  return text
    .split(breakSeparator)
    .map(part => {
      const [from = '', price = '', ...more] = part.split(':').map(each => each.trim())
      if (from === '' || price === '' || more.length > 0) return part
      return `${replace({ text: from, read: readPieces })}: ${replace({ text: price, read: readAmount })}`
    })
    .join('; ')
}

const parseNumber =
  (read: ReadNumber): Parse =>
  text => {
    const [value, other] = read(text)
    if (value === undefined) return { problem: `“${text}” is not a number.` }
    return other === undefined ? { value } : { problem: askForReading(text, [value, other]) }
  }

const parsers: Record<ToolColumn, Parse> = {
  sku: parseText,
  name: parseText,
  brand: parseText,
  category: parseText,
  price: parseNumber(readAmount),
  priceBreaks: parsePriceBreaks,
  minimum: parseNumber(readPieces),
  increment: parseNumber(readPieces),
  unitLabel: parseText,
  available: parseNumber(readPieces),
  availableBefore: parseNumber(readPieces),
  taxPercent: parseNumber(readPercent),
  specifications: text => {
    const parsed = parseSpecifications(text)
    return 'problem' in parsed ? parsed : { value: parsed.specifications }
  },
  description: parseText,
  image: parseText,
  imageAlt: parseText,
  discontinued: text => {
    if (/^(yes|true|1|x)$/i.test(text)) return { value: true }
    return /^(no|false|0)$/i.test(text) ? { value: false } : { problem: 'This is yes or no.' }
  },
  replacementSku: parseText,
}

const breakSeparator = /[;\n]/

function parsePriceBreaks(text: string): { value: PriceBreakCell[] } | { problem: string } {
  const breaks: PriceBreakCell[] = []
  for (const part of text.split(breakSeparator).filter(each => each.trim() !== '')) {
    const [from = '', price = '', ...more] = part.split(':').map(each => each.trim())
    const [pieces, amounts] = [readPieces(from), more.length > 0 ? [] : readAmount(price)]
    for (const [written, [value, other]] of [
      [from, pieces],
      [price, amounts],
    ] as const)
      if (value !== undefined && other !== undefined) return { problem: askForReading(written, [value, other]) }
    const [[fromPieces], [amount]] = [pieces, amounts]
    if (fromPieces === undefined || amount === undefined)
      return { problem: `“${part.trim()}” needs a quantity, a colon and a price, such as “20: 9.50”.` }
    breaks.push({ from: fromPieces, price: amount })
  }
  return { value: breaks }
}
