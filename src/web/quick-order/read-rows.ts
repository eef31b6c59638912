import { decodeText } from '#web/ui/decode-text.ts'

/** The cells of a row as it was pasted, typed or read from a file, without empty ones. */
export type RowCells = readonly string[]

export type ReadRows = { rows: RowCells[] } | { problem: string }

const maxRows = 1000
const maxListBytes = 1_000_000

const notText = 'This is not a text file. Please save the list as CSV, and choose that file.'
const delimiters = ['\t', ';', ',', '|']

/** Reads CSV, TSV and lists with spaces between SKU and quantity. A heading is left out, after its columns were chosen. */
export async function readRows(text: string): Promise<ReadRows> {
  if (text.length > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  if (text.includes('\0')) return { problem: notText }
  const { default: Papa } = await import('papaparse')
  const { data, meta } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimitersToGuess: delimiters })
  const lines = data.map(cells => splitCells(cells, meta.delimiter))
  const rows = chooseColumns(lines.filter(({ cells }) => cells.some(isFilled)))
  if (rows.length > maxRows) {
    const count = rows.length.toLocaleString('en-US')
    return { problem: `At most 1,000 rows at once, please: this list has ${count}.` }
  }
  return { rows }
}

interface Line {
  cells: readonly string[]
  /** Other than the list's. */
  hasOwnDelimiter: boolean
}

const isFilled = (cell: string) => cell !== ''

/** Lines may have other delimiters than the first ones, and SKUs have no spaces. */
function splitCells(cells: readonly string[], delimiter: string): Line {
  const isTabbed = cells.some(cell => cell.includes('\t'))
  const trimmed = (isTabbed ? cells.join(delimiter).split('\t') : cells).map(cell => cell.trim())
  const [only = '', ...others] = trimmed.filter(isFilled)
  if (others.length > 0 || only.length > 200) return { cells: trimmed, hasOwnDelimiter: isTabbed }
  return { cells: only.split(/[\s;,|]+/).filter(isFilled), hasOwnDelimiter: true }
}

const skuHeading = /^(sku|item|article|part|code|product|artikel)\b|\b(sku|number|no\.?|nr\.?|code)$/i
const quantityHeading = /^(qty|quantity|pieces|pcs|amount|count|menge|units?)\b/i

function chooseColumns(lines: readonly Line[]): RowCells[] {
  const [heading, ...rest] = lines
  const plain = lines.map(({ cells }) => cells.filter(isFilled))
  if (!heading) return plain
  const quantity = heading.cells.findIndex(cell => quantityHeading.test(cell))
  const sku = heading.cells.findIndex((cell, index) => index !== quantity && skuHeading.test(cell))
  if (sku < 0 || quantity < 0) return plain
  return rest.map(({ cells, hasOwnDelimiter }) => {
    const isLikeHeading = hasOwnDelimiter === heading.hasOwnDelimiter && cells.length >= heading.cells.length
    return (isLikeHeading ? [cells[sku] ?? '', cells[quantity] ?? ''] : cells).filter(isFilled)
  })
}

export async function readListFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const decoded = decodeText(bytes)
  // SKUs and quantities are the same in all character sets.
  return decoded === 'other'
    ? { text: new TextDecoder('windows-1252').decode(bytes) }
    : (decoded ?? { problem: notText })
}
