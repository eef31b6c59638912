import { formatAmbiguityMessage } from './decimal-signs.ts'
import { type DecimalSign, readNumber, stripPercentSign } from './read-number.ts'
import { formatSpecification, parseSpecifications, type Specification } from './specifications.ts'

export const toolColumnTitles = {
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
  /** Stock at the time of the export: an import changes the stock by the difference. */
  availableBefore: 'Available when exported',
  taxPercent: 'Tax percent',
  specifications: 'Specifications',
  description: 'Description',
  image: 'Image',
  imageAlt: 'Alt text',
  discontinued: 'Discontinued',
  replacementSku: 'Replacement SKU',
  gtin: 'GTIN',
  manufacturerNumber: 'Manufacturer number',
  discountGroup: 'Discount group',
} as const

export type ToolColumn = keyof typeof toolColumnTitles

/** What a row of a price list says beside the tool, its discount group and its price. */
const priceColumnTitles = { validFrom: 'Valid from', percentOff: 'Percent off' } as const

export const importColumnTitles = { ...toolColumnTitles, ...priceColumnTitles } as const

export type ImportColumn = keyof typeof importColumnTitles

export const placeholderImage = '/images/no-picture-800.webp'

/** What columns of suppliers' lists hold beside the fields of a tool. */
export const listColumnTitles = {
  /** The heading is its name. */
  specification: 'Specification',
  pricePer: 'Price is for how many pieces',
  discount: 'Discount in percent',
  currency: 'Currency',
} as const

export const importFieldTitles = { ...importColumnTitles, ...listColumnTitles } as const

export type ImportField = keyof typeof importFieldTitles

/** A hyphen clears a field; an empty cell leaves it unchanged. */
const clearingCell = '-'

/** A field `-` is exported as `'-`, and `'-` as `''-`. `parseCell` removes that apostrophe, since `-` clears a field. */
const hyphenCell = /^'+-$/

/** Spreadsheets read these as the start of a formula, in East Asia the wide ones too. For use in a regex character class. */
export const formulaSigns = '=+\\-@\\t\\r＝＋－＠'
const escapedFormula = new RegExp(`^'(?='*[${formulaSigns}])`)

/** Spreadsheets are told by ="0012" and '0012 that a number is a text. */
const quotedNumber = /^="([^"]*)"$|^'(\d+)$/

export const readCell = (text: string) => {
  const cell = text.trim()
  return hyphenCell.test(cell) ? cell : cell.replace(escapedFormula, '').replace(quotedNumber, '$1$2')
}

interface PriceBreakCell {
  from: number
  price: number
}

export const formatPriceBreaks = (breaks: readonly PriceBreakCell[]) =>
  breaks.map(({ from, price }) => `${from}: ${price.toFixed(2)}`).join('; ')

export const formatSpecifications = (specifications: readonly Specification[]) =>
  specifications.map(({ name, ...value }) => `${name}: ${formatSpecification(value)}`).join('\n')

export function parseCell(column: ImportColumn, text: string): ReturnType<Parse> {
  if (text === clearingCell) return clearedValues[column] ?? { problem: 'This cannot be emptied.' }
  const own = hyphenCell.test(text) ? text.slice(1) : text
  const kind = numberColumns[column]
  const parsed = parsers[column]?.(own)
  if (parsed || !kind || kind === 'breaks') return parsed ?? { value: own }
  return parseNumber(own, numberReadings[kind](own))
}

const clearedValues: Partial<Record<ImportColumn, { value: unknown }>> = {
  brand: { value: '' },
  category: { value: '' },
  priceBreaks: { value: [] },
  unitLabel: { value: '' },
  taxPercent: { value: null },
  specifications: { value: [] },
  imageAlt: { value: '' },
  replacementSku: { value: '' },
  gtin: { value: '' },
  manufacturerNumber: { value: '' },
  discountGroup: { value: '' },
}

type Parse = (text: string) => { value: unknown; problem?: undefined } | { problem: string; value?: undefined }

type ListReadings = (text: string, decimalSign?: DecimalSign) => readonly number[]

const maxNumberLength = 50

const listAmounts: ListReadings = (text, decimalSign) => {
  const reading = text.length > maxNumberLength ? undefined : readNumber(text, decimalSign)
  if (!reading) return []
  return 'value' in reading ? [reading.value] : reading.readings
}

const pieceUnit = /(?<=\d)\s*(pcs?|pce|pieces?|ea|st|stk|stck|stück|szt|uds?|u)\.?$/i

/** Pieces are whole: '1.250' and '1.250 Stk.' are 1250. */
const listPieces: ListReadings = (text, decimalSign) =>
  preferPossible(
    listAmounts(text.length > maxNumberLength ? text : text.replace(pieceUnit, ''), decimalSign),
    Number.isInteger,
  )

const listPercents: ListReadings = (text, decimalSign) =>
  preferPossible(listAmounts(stripPercentSign(text), decimalSign), value => value <= 100)

function preferPossible(readings: readonly number[], isPossible: (value: number) => boolean): readonly number[] {
  const possible = readings.filter(isPossible)
  return possible.length > 0 ? possible : readings.slice(0, 1)
}

const numberReadings = { amount: listAmounts, pieces: listPieces, percent: listPercents }

export type NumberKind = keyof typeof numberReadings | 'breaks'

export const numberColumns: Partial<Record<ImportColumn, NumberKind>> = {
  price: 'amount',
  priceBreaks: 'breaks',
  minimum: 'pieces',
  increment: 'pieces',
  available: 'pieces',
  availableBefore: 'pieces',
  taxPercent: 'percent',
  percentOff: 'percent',
}

interface CellNumber {
  text: string
  listReadings: ListReadings
}

export function replaceNumbers(kind: NumberKind, text: string, replace: (number: CellNumber) => string): string {
  if (kind !== 'breaks') return replace({ text, listReadings: numberReadings[kind] })
  return text
    .split(breakSeparator)
    .map(part => {
      const [from = '', price = '', ...more] = splitBreak(part)
      if (from === '' || price === '' || more.length > 0) return part
      return `${replace({ text: from, listReadings: listPieces })}: ${replace({ text: price, listReadings: listAmounts })}`
    })
    .join('; ')
}

const findQuestion = (text: string, [one, other]: readonly number[]) =>
  one !== undefined && other !== undefined ? formatAmbiguityMessage(text, [one, other]) : undefined

function parseNumber(
  text: string,
  readings: readonly number[],
): { value: number | undefined; problem?: undefined } | { problem: string; value?: undefined } {
  const problem = readings.length === 0 ? `“${text}” is not a number.` : findQuestion(text, readings)
  return problem === undefined ? { value: readings[0] } : { problem }
}

const parsers: Partial<Record<ImportColumn, Parse>> = {
  price: parsePrice,
  validFrom: parseDay,
  percentOff: text => (/^ends?$/i.test(text) ? { value: null } : parseNumber(text, listPercents(text))),
  priceBreaks: parsePriceBreaks,
  specifications: text => {
    const parsed = parseSpecifications(text)
    return 'problem' in parsed ? parsed : { value: parsed.specifications }
  },
  discontinued: text => {
    if (/^(yes|true|1|x|ja|oui|s[ií]|tak)$/i.test(text)) return { value: true }
    return /^(no|false|0|nein|non|nee|nie)$/i.test(text) ? { value: false } : { problem: 'Write yes or no.' }
  },
}

/** Price lists say '3.85 / 100' for a hundred pieces, '189 - 35%' for a discount off a list price, and '~ 2.3333' to be rounded. */
const pricePattern = /^(~\s*)?(.*?)(?:\s*\/\s*(\d{1,6}))?(?:\s+-\s*(\d{1,2}(?:\.\d{1,2})?)%)?$/

export const formatPriceCell = (
  amount: string,
  { pieces = '1', discount = '', isRounded = false }: { pieces?: string; discount?: string; isRounded?: boolean },
) =>
  `${isRounded ? '~ ' : ''}${amount}${pieces === '1' ? '' : ` / ${pieces}`}${discount === '' ? '' : ` - ${discount}%`}`

function parsePrice(text: string): ReturnType<Parse> {
  const [, rounding, amount = text, pieces = '1', discount = '0'] =
    text.length > 2 * maxNumberLength ? [] : (pricePattern.exec(text) ?? [])
  const parsed = parseNumber(amount, listAmounts(amount))
  const isPlain = pieces === '1' && discount === '0' && rounding === undefined
  if (typeof parsed.value !== 'number' || isPlain) return parsed
  if (Number(pieces) === 0) return { problem: `“${text}”: a price is for one piece or more.` }
  const cents = (parsed.value * 100 * (100 - Number(discount))) / 100 / Number(pieces)
  const rounded = Math.round(cents)
  const isWhole = Math.abs(cents - rounded) < 1e-6 || discount !== '0' || rounding !== undefined
  if (rounded >= 1 && isWhole) return { value: rounded / 100 }
  const each = Number((cents / 100).toPrecision(6))
  return {
    problem: `“${text}” is ${each} a piece: ${cents < 1 ? 'less than a cent' : 'a price has at most two decimals'}.`,
  }
}

/** '2026-11-30', '30.11.2026', and '11/30/2026' where only one order of day and month is possible. */
function parseDay(text: string): ReturnType<Parse> {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00.{0,10})?$/.exec(text) ?? []
  if (year && month && day) return toDay(text, [[year, month, day]])
  const [, one = '', sign, other = '', last = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  return toDay(
    text,
    sign === '.'
      ? [[last, other, one]]
      : [
          [last, other, one],
          [last, one, other],
        ],
  )
}

function toDay(text: string, readings: readonly (readonly [string, string, string])[]): ReturnType<Parse> {
  const days = readings
    .map(([year, month, day]) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter(day => /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day))
  const [day, otherDay = day] = days
  if (day === undefined) return { problem: `“${text}” is not a day, such as 2026-11-30.` }
  return day === otherDay ? { value: day } : { problem: `“${text}” can mean ${day} or ${otherDay}.` }
}

const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false

const breakSeparator = /[;\n]/
const splitBreak = (part: string) => part.split(':').map(each => each.trim())

function parsePriceBreaks(text: string): ReturnType<Parse> {
  const breaks: PriceBreakCell[] = []
  for (const part of text.split(breakSeparator).filter(each => each.trim() !== '')) {
    const [from = '', price = '', ...more] = splitBreak(part)
    const [pieces, amounts] = [listPieces(from), listAmounts(price)]
    const problem = findQuestion(from, pieces) ?? findQuestion(price, amounts)
    if (problem !== undefined) return { problem }
    const [[begin], [amount]] = [pieces, amounts]
    if (begin === undefined || amount === undefined || more.length > 0)
      return { problem: `“${part.trim()}” needs a quantity, a colon and a price, such as “20: 9.50”.` }
    breaks.push({ from: begin, price: amount })
  }
  return { value: breaks }
}
