import { readNumber } from '#contract/cells/read-number.ts'
import { findCommonWidth } from '#tables/delimiters.ts'
import { isRising } from '#tables/describe-columns.ts'
import { normalizeHeading, scoreHeading } from '#tables/fields.ts'
import { orderFields } from '#tables/order-fields.ts'
import { isCounted, isUnit, parseQuantity } from './quantity-text.ts'
import { type ToolsBySku, toKey } from './resolve-rows.ts'

export type Line = readonly string[]

export interface SplitLine {
  cells: Line
  /** The list's delimiter made the cells, not spaces. */
  isDelimited: boolean
}

export interface SkuListColumns {
  skus: readonly number[]
  quantities: readonly number[]
  /** Whether a heading means pieces, or there is no heading and the numbers are not those of lines. */
  arePieces: boolean
  unit: number | undefined
  /** Quantity and price columns, whose numbers reveal the decimal sign. */
  amounts: readonly number[]
}

/** `width` is the heading's number of cells, or else the most frequent one. */
export interface Table {
  heading: Line | undefined
  body: readonly Line[]
  width: number
}

type OrderField = keyof typeof orderFields

/** What the heading means, if it is a word of a list. */
function readHeading(text: string): OrderField | undefined {
  const scores = (Object.keys(orderFields) as OrderField[]).map(
    name => [name, scoreHeading(text, orderFields[name])] as const,
  )
  const [[best, score] = [undefined, 0]] = scores.toSorted(([, one], [, other]) => other - one)
  return score > 0 ? best : undefined
}

const isSkuHeading = (text: string) => readHeading(text) === 'sku'
const isQuantityHeading = (text: string) => readHeading(text) === 'quantity'

const maxLinesAbove = 20

export function findTable(lines: readonly SplitLine[]): Table {
  const names = lines.slice(0, maxLinesAbove).map(({ cells }) => cells.map(normalizeHeading))
  const full = names.findIndex(line => line.some(isSkuHeading) && line.some(isQuantityHeading))
  const cells = lines.map(line => line.cells)
  if (full >= 0) return { heading: cells[full], body: cells.slice(full + 1), width: cells[full]?.length ?? 0 }
  const delimitedWidth = findCommonWidth(lines.filter(({ isDelimited }) => isDelimited).map(line => line.cells))
  const isInTable = ({ cells, isDelimited }: SplitLine) => isDelimited && cells.length >= delimitedWidth
  const isTable = lines.filter(isInTable).length * 2 > lines.length
  const first = isTable ? lines.findIndex(isInTable) : 0
  const named = names[first] ?? []
  const isHeading =
    named.length > 1 &&
    (isTable || named.some(name => isSkuHeading(name) || isQuantityHeading(name))) &&
    !named.some(name => /\d/.test(name.replace(/ \d$/, '')))
  if (!isHeading) return { heading: undefined, body: cells, width: findCommonWidth(cells) }
  return { heading: cells[first], body: cells.filter((_, index) => index !== first), width: named.length }
}

/** A heading without known words may be the first row. */
export function readHeadingAsRow(table: Table, tools: ToolsBySku): Table {
  const { heading, body } = table
  if (!heading?.some(cell => tools.has(toKey(cell)))) return table
  const names = heading.map(normalizeHeading)
  if (names.some(name => isSkuHeading(name) || isQuantityHeading(name))) return table
  return { ...table, heading: undefined, body: [heading, ...body] }
}

export const isTableRow = ({ heading, width }: Pick<Table, 'heading' | 'width'>, line: Line) =>
  heading ? line.length >= width : line.length === width

export function findColumns({ heading, body, width }: Table, tools: ToolsBySku): SkuListColumns {
  const names = heading?.map(normalizeHeading) ?? []
  const indices = Array.from({ length: width }, (_, index) => index)
  const find = (isNamed: (name: string) => boolean) => indices.filter(index => isNamed(names[index] ?? ''))
  const rows = heading ? body : body.filter(line => isTableRow({ heading, width }, line))
  const read = (index: number) => rows.map(line => line[index] ?? '')
  const isKnown = (cell: string) => tools.has(toKey(cell))
  const isNumber = (index: number) => (heading ? isMostlyNumbers : isNumberColumn)(read(index))
  const named = { skus: find(isSkuHeading), quantities: find(isQuantityHeading) }
  const known = indices.filter(index => countFilled(read(index).filter(isKnown)) * 2 > countFilled(read(index)))
  // In a list of numbers only, the column with the longest number holds the SKUs.
  const longest = indices.every(isNumber)
    ? indices.toSorted((one, other) => findMaxLength(read(other)) - findMaxLength(read(one))).slice(0, 1)
    : []
  const isNoNumber = (index: number) => !isNumber(index) || read(index).some(isKnown)
  const skus = findFilled([named.skus.filter(isNoNumber), known, named.skus, longest])
  const numbers = indices.filter(index => !skus.includes(index) && isNumber(index))
  const isBeforeSkus = (index: number) => skus.length === 0 || index < Math.min(...skus)
  const isPosition = (index: number) =>
    readHeading(names[index] ?? '') === 'position' || (isBeforeSkus(index) && isRising(read(index)))
  const pieces = numbers.filter(index => !isPosition(index))
  const counted = pieces.filter(index => read(index).every(cell => cell === '' || isCounted(cell)))
  const prices = find(name => readHeading(name) === 'price')
  return {
    skus,
    quantities: findFilled([named.quantities, counted, pieces, numbers]),
    arePieces: named.quantities.length > 0 || (!heading && pieces.length > 0),
    unit:
      find(name => readHeading(name) === 'unit')[0] ??
      indices.find(index => !skus.includes(index) && areUnits(read(index))),
    amounts:
      named.quantities.length > 0
        ? [...named.quantities, ...prices]
        : indices.filter(index => !skus.includes(index) && isAmountColumn(read(index)) && !isPosition(index)),
  }
}

const areUnits = (cells: readonly string[]) =>
  countFilled(cells) > 0 && cells.every(cell => cell === '' || isUnit(cell))

const findFilled = (lists: readonly (readonly number[])[]) => lists.find(list => list.length > 0) ?? []

const findMaxLength = (cells: readonly string[]) => Math.max(...cells.map(cell => cell.length))

const countFilled = (cells: readonly string[]) => cells.filter(cell => cell !== '').length

const isPieces = (cell: string) => parseQuantity(cell) !== undefined

function isNumberColumn(cells: readonly string[]): boolean {
  const filled = cells.filter(cell => cell !== '')
  return filled.length * 2 > cells.length && filled.every(isPieces)
}

/** Below a heading a column may have empty cells, or words such as 'ten'. */
function isMostlyNumbers(cells: readonly string[]): boolean {
  const numbers = cells.filter(isPieces)
  return numbers.length > 0 && numbers.length * 2 >= countFilled(cells)
}

/** Accepts fractions, unlike `isNumberColumn`. */
const isAmountColumn = (cells: readonly string[]) => {
  const filled = cells.filter(cell => cell !== '')
  return filled.length > 0 && filled.every(cell => readNumber(cell) !== undefined || parseQuantity(cell) !== undefined)
}
