import type { Cell, CellValue, MergeRange } from 'hucre'
import { writeAmount, writeNumber } from './plain-numbers.ts'
import { createSheet, isFilled, type Sheet, UnreadableFile } from './sheets.ts'

/** Reads what the visible sheets show. Formulas are never run: the file keeps what they gave. Throws `UnreadableFile`. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const { HucreError, formatValue, readXlsx } = await import('hucre')
  const show = (value: CellValue | undefined, cell: Cell | undefined): string => {
    if (value === null || value === undefined) return cell?.formula ? `=${cell.formula}` : ''
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
    const format = cell?.style?.numFmt
    if (value instanceof Date) return formatValue(value, isOfLocale(format) ? 'yyyy-mm-dd' : format).trim()
    return typeof value === 'number' ? showNumber(value, format, formatValue) : value
  }
  try {
    const { sheets } = await readXlsx(bytes, {
      readStyles: true,
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    })
    return sheets.map(({ name, rows, cells, merges = [], columns = [], rowDefs }) => {
      const hiddenColumns = columns.flatMap(({ hidden }, index) => (hidden ? index : []))
      const sheet = createSheet(name, new Set(hiddenColumns))
      const shown = rows.map((row, position) =>
        row.map((value, column) => show(value, cells?.get(`${position},${column}`))),
      )
      fillMerges(shown, merges)
      for (const [position, row] of shown.entries())
        if (!rowDefs?.get(position)?.hidden) sheet.add(position, row)
        else if (row.some(isFilled)) sheet.hiddenRows.push({ position, cells: row })
      return sheet
    })
  } catch (error) {
    if (!(error instanceof HucreError)) throw error
    throw new UnreadableFile('This workbook cannot be read. Please save it as .xlsx anew, or as CSV.')
  }
}

/** Excel shows the default format of days, which it writes so, as the computer's language has it. */
const isOfLocale = (format: string | undefined): format is undefined =>
  format === undefined || /^m{1,2}[-/]d{1,2}[-/]y{2,4}$/i.test(format)

/** A cell over several rows of one column stands for each of them. */
function fillMerges(rows: string[][], merges: readonly MergeRange[]): void {
  for (const { startRow, endRow, startCol, endCol } of merges) {
    const text = rows[startRow]?.[startCol] ?? ''
    if (startCol !== endCol || text === '') continue
    for (let row = startRow + 1; row <= Math.min(endRow, rows.length - 1); row++) {
      const cells = rows[row]
      if (!cells) continue
      while (cells.length < startCol) cells.push('')
      cells[startCol] = text
    }
  }
}

/** The names of its visible sheets, in their order. */
export async function listSheets(bytes: Uint8Array): Promise<string[]> {
  const { readXlsx } = await import('hucre')
  const names: string[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name)
      return false
    },
  })
  return names
}

/** All decimals are kept, also those that the format hides. The format adds zeros in front, a percent sign or a currency. */
function showNumber(
  value: number,
  format: string | undefined,
  formatValue: (value: number, format: string) => string,
): string {
  const shown = round(value)
  if (format === undefined) return writeNumber(shown)
  const [section = ''] = format.split(';')
  const literals = Array.from(section.matchAll(literal), ([, bracket, quoted, escaped, sign]) =>
    (bracket ?? quoted ?? escaped ?? sign ?? '').trim(),
  ).join('')
  const places = section.replace(literal, '')
  // A code: '00000', or '"HM-"0000', with its zeros, hyphens and letters.
  if (/^[0\-/ ]{2,}$/.test(places) && /0{2}|[-/ ]|0.*0/.test(places)) return formatValue(value, format).trim()
  if (places.includes('%')) return `${writeNumber(round(value * 100))}%`
  if (/\d|\//.test(literals)) return `${writeNumber(shown)} ${literals}`
  return writeAmount(shown, literals)
}

/** Texts in a format: '[$€-407]', '"kr"', '\\U' and '€'. */
const literal = /\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)|(\p{Sc})/gu

/** A cell holds fifteen digits; what follows is an error of its binary number. */
const round = (value: number) => Number(value.toPrecision(15))
