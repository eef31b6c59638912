import { readNumber } from '#contract/cells/read-number.ts'
import { findCommonWidth } from './delimiters.ts'
import { type Fields, normalizeHeading, scoreHeading } from './fields.ts'
import { isFilled, type Row } from './sheets.ts'

type LeftOutRow = 'above' | 'section' | 'heading' | 'total' | 'units'

export interface Table {
  /** Undefined for a list without a heading. */
  heading: Row | undefined
  rows: Row[]
  /** Rows of the file that hold no data, by their position. */
  leftOut: { position: number; kind: LeftOutRow }[]
  width: number
}

const maxRowsAbove = 40

/** Finds the heading by the words of the fields, and leaves out what is no row of data. */
export function findTable(rows: readonly Row[], fields: Fields): Table {
  const at = findHeading(rows, fields)
  const heading = at < 0 ? undefined : rows[at]
  const leftOut: Table['leftOut'] = rows.slice(0, Math.max(0, at)).map(({ position }) => ({ position, kind: 'above' }))
  const width = rows.slice(Math.max(0, at)).reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const isOwn = heading !== undefined && isOwnHeading(heading, fields)
  const data: Row[] = []
  for (const row of rows.slice(at + 1)) {
    const kind = heading && !isOwn ? classify(row, heading, data.length === 0) : undefined
    if (kind) leftOut.push({ position: row.position, kind })
    else data.push(row)
  }
  return { heading, rows: data, leftOut, width }
}

/** Whether the list is made for this shop: each column is named by the title of a field, as in an export or the template. */
export const isOwnHeading = ({ cells }: Row, fields: Fields): boolean =>
  cells
    .filter(isFilled)
    .every(cell => Object.values(fields).some(({ title }) => normalizeHeading(title) === normalizeHeading(cell)))

function findHeading(rows: readonly Row[], fields: Fields): number {
  const { sku, ...others } = fields
  const isSku = (cell: string) => sku !== undefined && scoreHeading(cell, sku) === 100
  const isNamed = (cell: string) =>
    [sku, ...Object.values(others)].some(field => field && scoreHeading(cell, field) > 0)
  const score = ({ cells }: Row) => {
    const named = cells.filter(isFilled)
    if (named.some(cell => /\d{3}/.test(cell) && readNumber(cell))) return 0
    return named.filter(isNamed).length + (named.some(isSku) ? 0.5 : 0)
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
  /^(grand |sub)?(total|totals|summe|gesamt|gesamtsumme|zwischensumme|sum|somme|suma|razem|totaal|subtotaal)\b/

function classify({ cells }: Row, heading: Row, isFirst: boolean): LeftOutRow | undefined {
  const filled = cells.filter(isFilled)
  const isPart = (cell: string, index: number) =>
    normalizeHeading(cell) === normalizeHeading(heading.cells[index] ?? '')
  if (filled.length > 1 && cells.every((cell, index) => !isFilled(cell) || isPart(cell, index))) return 'heading'
  const isThin = heading.cells.filter(isFilled).length > 2
  if (isThin && filled.length * 2 <= heading.cells.length && totalWords.test(normalizeHeading(filled[0] ?? '')))
    return 'total'
  if (isThin && filled.length === 1) return 'section'
  const isUnits = isFirst && filled.every(cell => cell.trim().length <= 8 && !/\d/.test(cell)) && !isFilled(cells[0])
  return isUnits ? 'units' : undefined
}
