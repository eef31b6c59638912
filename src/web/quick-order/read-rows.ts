/** A row as it was pasted, typed or read from a file. */
export interface RawRow {
  /** Its number in the list, from 1. */
  number: number
  /** Without empty ones. */
  cells: readonly string[]
}

export type ReadRows = { rows: RawRow[] } | { problem: string }

const maxRows = 1000
const maxListBytes = 1_000_000

const notText = 'That is no text. Please save the list as CSV, and choose that file.'
const delimiters = ['\t', ';', ',', '|']

/** Reads CSV, TSV and lists with spaces between SKU and quantity. A heading is left out, after its columns were chosen. */
export async function readRows(text: string): Promise<ReadRows> {
  if (text.length > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  if (text.includes('\0')) return { problem: notText }
  const { default: Papa } = await import('papaparse')
  const { data, meta } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimitersToGuess: delimiters })
  const lines = data.map((cells, index) => ({ number: index + 1, ...splitCells(cells, meta.delimiter) }))
  const rows = chooseColumns(lines.filter(({ cells }) => cells.length > 0))
  if (rows.length > maxRows) {
    const count = rows.length.toLocaleString('en-US')
    return { problem: `At most 1,000 rows at once, please: this list has ${count}.` }
  }
  return { rows }
}

/** Lines may have other delimiters than the first ones, and SKUs have no spaces. */
function splitCells(cells: readonly string[], delimiter: string): Omit<Line, 'number'> {
  const isTabbed = cells.some(cell => cell.includes('\t'))
  const own = isTabbed ? cells.join(delimiter).split('\t') : cells
  const filled = own.map(cell => cell.trim()).filter(cell => cell !== '')
  const [only = ''] = filled
  if (filled.length !== 1 || only.length > 200) return { cells: filled, hasOwnDelimiter: isTabbed }
  return { cells: only.split(/[\s;,|]+/).filter(cell => cell !== ''), hasOwnDelimiter: true }
}

const skuHeading = /^(sku|item|article|part|code|product|artikel)\b|\b(sku|number|no\.?|nr\.?|code)$/i
const quantityHeading = /^(qty|quantity|pieces|pcs|amount|count|menge|units?)\b/i

interface Line extends RawRow {
  /** Other than the list's. */
  hasOwnDelimiter: boolean
}

function chooseColumns(rows: readonly Line[]): RawRow[] {
  const [heading, ...rest] = rows
  const plain = rows.map(({ number, cells }) => ({ number, cells }))
  if (!heading || heading.cells.length < 2) return plain
  const quantity = heading.cells.findIndex(cell => quantityHeading.test(cell))
  const sku = heading.cells.findIndex((cell, index) => index !== quantity && skuHeading.test(cell))
  if (sku < 0 || quantity < 0) return plain
  return rest.map(({ number, cells, hasOwnDelimiter }) => {
    const isLikeHeading = hasOwnDelimiter === heading.hasOwnDelimiter && cells.length >= heading.cells.length
    return { number, cells: isLikeHeading ? [cells[sku] ?? '', cells[quantity] ?? ''] : cells }
  })
}

/** The text of a file in UTF-8, UTF-16 or, as some spreadsheets save it, Windows-1252. */
export async function readListFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isUtf16 && bytes.includes(0)) return { problem: notText }
  const encodings = isUtf16 ? ['utf-16le'] : ['utf-8', 'windows-1252']
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
    } catch {
      // Not in that encoding.
    }
  }
  return { problem: notText }
}
