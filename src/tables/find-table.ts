import { readNumber } from '#contract/cells/read-number.ts'
import { cutText } from '#contract/text.ts'
import { findCommonWidth } from './delimiters.ts'
import { type Fields, normalizeHeading, scoreHeading } from './fields.ts'
import { isFilled, type Row, type Sheet } from './sheets.ts'

type LeftOutRow = 'above' | 'section' | 'heading' | 'total' | 'units' | 'hidden'

export interface Table {
  /** Undefined for a list without a heading. */
  heading: Row | undefined
  rows: Row[]
  /** Rows of the file that hold no data, by their position. */
  leftOut: { position: number; kind: LeftOutRow; text: string }[]
  width: number
  hiddenColumns: ReadonlySet<number>
}

const maxRowsAbove = 40

/** Finds the heading by the words of the fields, and leaves out what is no row of data. */
export function findTable({ rows, hiddenRows, hiddenColumns }: Sheet, fields: Partial<Fields>): Table {
  const at = findHeading(rows, fields)
  const first = at < 0 ? undefined : rows[at]
  const isOwn = first !== undefined && isOwnHeading(first, fields)
  const second = first && !isOwn ? findSecondLine(first, rows.slice(at + 1, at + 3)) : undefined
  const heading = first && second ? joinLines(first, second) : first
  const leave = (row: Row, kind: LeftOutRow) => ({ position: row.position, kind, text: describeRow(row) })
  const leftOut = rows.slice(0, Math.max(0, at)).map(row => leave(row, 'above'))
  const width = rows.slice(Math.max(0, at)).reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const data: Row[] = []
  for (const row of rows.slice(at + 1)) {
    const kind = row === second ? 'units' : heading && !isOwn ? classify(row, heading) : undefined
    if (kind) leftOut.push(leave(row, kind))
    else data.push(row)
  }
  leftOut.push(...hiddenRows.map(row => leave(row, 'hidden')))
  return { heading, rows: data, leftOut, width, hiddenColumns }
}

const maxShownLength = 200

const describeRow = ({ cells }: Row) => cutText(cells.filter(isFilled).join(' · '), maxShownLength)

const hasDigit = (cell: string) => /\d/.test(cell)

const unitPattern = /^(-|\p{L}{1,4}\.?|\p{Sc}|%)?(\s*\/\s*(\d{1,4}|\p{L}{1,4}\.?)?)?$/u

/** The row below the heading that continues it: units such as 'EUR/100', or a second line of words above numbers. */
function findSecondLine(heading: Row, [row, next]: readonly Row[]): Row | undefined {
  if (!row || !next) return undefined
  const filled = row.cells.filter(isFilled)
  const areUnits = filled.every(cell => unitPattern.test(cell.trim())) && !/[\p{L}\d]/u.test(row.cells[0] ?? '')
  const fillsGap = row.cells.some((cell, index) => isFilled(cell) && !isFilled(heading.cells[index]))
  const isText = filled.length > 1 && !filled.some(hasDigit) && next.cells.some(hasDigit)
  return areUnits || (isText && fillsGap && filled.length * 2 > next.cells.filter(isFilled).length) ? row : undefined
}

/** A cell above several stands for all of them. */
function joinLines(first: Row, second: Row): Row {
  const width = Math.max(first.cells.length, second.cells.length)
  let above = ''
  const cells = Array.from({ length: width }, (_, index) => {
    const [one = '', other = ''] = [first.cells[index]?.trim(), second.cells[index]?.trim()]
    if (one !== '') above = one
    return other === '' || other === '-' ? one : `${one || above} ${other}`.trim()
  })
  return { position: first.position, cells }
}

/** Whether the list is made for this shop: each column is named by the title of a field, as in an export or the template. */
export const isOwnHeading = ({ cells }: Row, fields: Partial<Fields>): boolean =>
  cells
    .filter(isFilled)
    .every(cell =>
      Object.values(fields).some(field => field && normalizeHeading(field.title) === normalizeHeading(cell)),
    )

function findHeading(rows: readonly Row[], fields: Partial<Fields>): number {
  const { sku, ...others } = fields
  const isSku = (cell: string) => sku !== undefined && scoreHeading(cell, sku) > 0
  const isNamed = (cell: string) =>
    [sku, ...Object.values(others)].some(field => field && scoreHeading(cell, field) > 0)
  const score = ({ cells }: Row) => {
    const named = cells.filter(isFilled)
    const names = named.filter(isNamed).length
    if (named.filter(cell => /\d/.test(cell) && readNumber(cell)).length > names) return 0
    return names + (named.some(isSku) ? 0.5 : 0)
  }
  const scores = rows.slice(0, maxRowsAbove).map(score)
  const best = Math.max(0, ...scores)
  if (best >= 1.5) return scores.indexOf(best)
  return findUnknownHeading(rows)
}

/** Words above numbers: no cell of the row has a digit, and one of the next row has. */
function findUnknownHeading(rows: readonly Row[]): number {
  const width = findCommonWidth(rows.map(({ cells }) => cells))
  const index = rows.slice(0, maxRowsAbove).findIndex(({ cells }) => cells.length >= width && width > 1)
  const [row, next] = rows.slice(index, index + 2)
  if (index < 0 || !row || !next) return -1
  const isNamed = row.cells.filter(isFilled).every(cell => !/\d/.test(cell.replace(/ ?\d$/, '')))
  return isNamed && next.cells.some(cell => /\d/.test(cell)) ? index : -1
}

const totalWords =
  /^((grand |sub |sous )?(total|totals)|subtotal|summe|gesamt|gesamtsumme|zwischensumme|ubertrag|sum|somme|suma|razem|totaal|subtotaal|carried (forward|over))\b/

function classify({ cells }: Row, heading: Row): LeftOutRow | undefined {
  const filled = cells.filter(isFilled)
  const isPart = (cell: string, index: number) =>
    normalizeHeading(cell) === normalizeHeading(heading.cells[index] ?? '')
  if (filled.length > 1 && cells.every((cell, index) => !isFilled(cell) || isPart(cell, index))) return 'heading'
  const isWide = heading.cells.filter(isFilled).length > 2
  const [label = '', ...others] = filled
  const hasText = others.some(cell => /\p{L}{4}|\p{L}.*\d/u.test(cell))
  if (isWide && !hasText && filled.length * 2 <= heading.cells.length && totalWords.test(normalizeHeading(label)))
    return 'total'
  return isWide && filled.length === 1 ? 'section' : undefined
}
