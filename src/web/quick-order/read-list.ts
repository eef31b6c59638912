import { chooseDelimiter, readSepLine } from '#contract/cells/delimiters.ts'
import { formatNumber } from '#contract/format-number.ts'
import { decodeText } from '#web/files/decode-text.ts'
import { isUnit, parseQuantity } from './quantity-text.ts'
import { findTable, type Line, type Table } from './sku-list-columns.ts'

const maxRows = 1000
const maxListBytes = 1_000_000

const notText = 'This is not a text file. Please save the list as CSV, and choose that file.'

export async function readList(text: string): Promise<{ table: Table } | { problem: string }> {
  if (text.length > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  if (text.includes('\0')) return { problem: notText }
  const { default: Papa } = await import('papaparse')
  const { delimiter: named, rest } = readSepLine(normalizeSigns(text.replace(/^\ufeff/, '')))
  const split = (delimiter: string) => Papa.parse<string[]>(rest, { delimiter, skipEmptyLines: 'greedy' }).data
  const delimiter = named ?? chooseDelimiter(split)
  const lines = delimiter
    ? split(delimiter).map(cells => splitCells(cells, delimiter))
    : rest.split(/[\r\n]+/).map(splitWords)
  const table = findTable(lines.filter(cells => cells.some(cell => cell !== '')))
  if (table.body.length <= maxRows) return { table }
  const count = formatNumber(table.body.length)
  return { problem: `At most 1,000 rows at once, please: this list has ${count}.` }
}

/** Converts full-width digits, and hyphens, to ASCII, as in SKUs. */
const normalizeSigns = (text: string) => text.normalize('NFKC').replace(/(?<=[\p{L}\p{N}])[‐‑–](?=[\p{L}\p{N}])/gu, '-')

function splitCells(cells: readonly string[], delimiter: string): Line {
  const isTabbed = cells.some(cell => cell.includes('\t'))
  const trimmed = (isTabbed ? cells.join(delimiter).split('\t') : cells).map(cell => cell.trim())
  const [first = '', second = ''] = trimmed
  // The comma belongs to the number, as in 'FTM-25 1,000', 'FTM-25: 1,000 pcs' and 'FTM-25 12,00'.
  const isOneNumber =
    delimiter === ',' &&
    trimmed.length === 2 &&
    /^\S+\s+\d{1,9}$/.test(first) &&
    /^\d{1,3}(\s*\p{L}+\.?)?$/u.test(second)
  const isOneCell = trimmed.filter(cell => cell !== '').length < 2
  return isOneNumber || isOneCell ? splitWords(trimmed.join(isOneNumber ? delimiter : ' ')) : trimmed
}

/** Splits a line such as '- 3 cartons CS-185 (saw)' at spaces. A number and its unit become one cell. */
function splitWords(line: string): Line {
  if (line.length > 500) return [line]
  const words = line
    .split(/[\s;|]+/)
    .flatMap(word => (parseQuantity(trimSigns(word)) ? [word] : word.split(',')))
    .map(trimSigns)
    .filter(word => word !== '' && !/^[x×]$/i.test(word))
  return joinUnits(words)
}

function joinUnits(words: readonly string[]): string[] {
  const cells: string[] = []
  for (const word of words) {
    const last = cells.at(-1) ?? ''
    if (isUnit(word) && parseQuantity(last)?.unit === '') cells[cells.length - 1] = `${last} ${word}`
    else cells.push(word)
  }
  return cells
}

const trimSigns = (word: string) => word.replace(/^(?:[*•("“.']|-(?!\d))+|[)"”.:,!?]+$/g, '')

export async function readListFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const decoded = decodeText(bytes)
  // SKUs and quantities are ASCII, which decodes the same in other character sets.
  return decoded === 'other'
    ? { text: new TextDecoder('windows-1252').decode(bytes) }
    : (decoded ?? { problem: notText })
}
