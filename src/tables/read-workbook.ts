import type { Cell, CellValue } from 'hucre'
import { writeAmount, writeNumber } from './plain-numbers.ts'
import { createSheet, type Sheet, UnreadableFile } from './sheets.ts'

/** Reads what the visible sheets show. Formulas are never run: the file keeps what they gave. Throws `UnreadableFile`. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const { HucreError, formatValue, readXlsx } = await import('hucre')
  const show = (value: CellValue | undefined, cell: Cell | undefined): string => {
    if (value === null || value === undefined) return cell?.formula ? `=${cell.formula}` : ''
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
    const format = cell?.style?.numFmt
    if (value instanceof Date) return formatValue(value, format ?? 'yyyy-mm-dd').trim()
    return typeof value === 'number' ? showNumber(value, format, formatValue) : value
  }
  try {
    const { sheets } = await readXlsx(bytes, {
      readStyles: true,
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    })
    return sheets.map(({ name, rows, cells }) => {
      const sheet = createSheet(name)
      for (const [position, row] of rows.entries())
        sheet.add(
          position,
          row.map((value, column) => show(value, cells?.get(`${position},${column}`))),
        )
      return sheet
    })
  } catch (error) {
    if (!(error instanceof HucreError)) throw error
    throw new UnreadableFile('This workbook cannot be read. Please save it as .xlsx anew, or as CSV.')
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
  if (/^[0\-/ ]{2,}$/.test(format)) return formatValue(value, format).trim()
  if (format.includes('%')) return `${writeNumber(round(value * 100))}%`
  const [, mark, quoted, sign] = /\[\$([^\]-]+)[^\]]*\]|"\s*(\p{Sc}|[A-Z]{3})\s*"|(\p{Sc})/u.exec(format) ?? []
  return writeAmount(shown, (mark ?? quoted ?? sign ?? '').trim())
}

/** A cell holds fifteen digits; what follows is an error of its binary number. */
const round = (value: number) => Number(value.toPrecision(15))
