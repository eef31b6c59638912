import { readNumber } from '#contract/cells/read-number.ts'
import { formatNumber } from '#contract/format-number.ts'
import { decodeText } from '#tables/decode-text.ts'
import { chooseDelimiter, readSepLine } from '#tables/delimiters.ts'
import { readWorkbook } from '#tables/read-workbook.ts'
import { isWorkbook, notTextSentence, type Sheet, UnreadableFile } from '#tables/sheets.ts'
import { emptyFileSentence } from '#web/files/chosen-files.ts'
import { isUnit, parseQuantity } from './quantity-text.ts'
import { findTable, type Line, type SplitLine, type Table } from './sku-list-columns.ts'

const maxRows = 1000
const maxListBytes = 1_000_000

export async function readList(text: string): Promise<{ table: Table } | { problem: string }> {
  if (text.length > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  if (text.includes('\0')) return { problem: notTextSentence }
  const { default: Papa } = await import('papaparse')
  const { delimiter: named, rest } = readSepLine(removeChatStamps(normalizeSigns(text.replace(/^\ufeff/, ''))))
  const split = (delimiter: string) =>
    Papa.parse<string[]>(delimiter === ',' ? hideNumberCommas(rest) : rest, {
      delimiter,
      skipEmptyLines: 'greedy',
    }).data.map(cells => cells.map(showNumberCommas))
  const delimiter = named ?? chooseDelimiter(split)
  const lines = delimiter
    ? split(delimiter).map(cells => splitCells(cells, delimiter))
    : rest.split(/[\r\n]+/).map(line => ({ cells: splitWords(line), isDelimited: false }))
  const table = findTable(lines.filter(({ cells }) => cells.some(cell => cell !== '')))
  if (table.body.length <= maxRows) return { table }
  const count = formatNumber(table.body.length)
  return { problem: `At most 1,000 rows at once, please: this list has ${count}.` }
}

const normalizeSigns = (text: string) => text.normalize('NFKC').replace(/(?<=[\p{L}\p{N}])[‐‑–](?=[\p{L}\p{N}])/gu, '-')

const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`
const time = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?`
const stamp = `(?:${date},? ${time}|${time},? ${date})`
const chatStamp = new RegExp(String.raw`^[\u200e\u200f]*(?:\[${stamp}\]|${stamp} -) [^:\r\n]{1,80}: `, 'gim')

/** A chat copies '[28/11/2026, 09:14:22] Name: ' or '28/11/2026, 09:14 - Name: ' with each message. */
const removeChatStamps = (text: string) => text.replace(chatStamp, '')

const isWholeNumber = (word: string) => parseQuantity(word) !== undefined || readNumber(word) !== undefined

/** Unicode's compatibility form, which `normalizeSigns` makes, has no full-width comma. */
const hiddenComma = '，'

/** The commas of a line such as 'FTM-25 200 pcs 1,220.00' belong to numbers. */
const hideNumberCommas = (text: string) =>
  text.replace(/^.*\S[ \t]+\S.*$/gm, line => {
    const words = line.split(/\s+/).filter(word => word.includes(','))
    return words.every(word => isWholeNumber(trimSigns(word)) && !/^,|,$/.test(word))
      ? line.replaceAll(',', hiddenComma)
      : line
  })

const showNumberCommas = (text: string) => text.replaceAll(hiddenComma, ',')

function splitCells(cells: readonly string[], delimiter: string): SplitLine {
  const isTabbed = cells.some(cell => cell.includes('\t'))
  const trimmed = (isTabbed ? cells.join(delimiter).split('\t') : cells).map(cell => cell.trim())
  return trimmed.filter(cell => cell !== '').length < 2
    ? { cells: splitWords(trimmed.join(' ')), isDelimited: false }
    : { cells: trimmed, isDelimited: true }
}

/** Splits a line such as '- 3 cartons CS-185 (saw)' at spaces. A number and its unit become one cell. */
function splitWords(line: string): Line {
  if (line.length > 500) return [line]
  const words = line
    .split(/[\s;|]+/)
    .flatMap(word => (isWholeNumber(trimSigns(word)) ? [word] : word.split(/,|(?<=^\d+)×(?=\p{L})/u)))
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

const trimSigns = (word: string) => word.replace(/^(?:[*•("“.']|-(?!\d))+|[)"”.:,!?*]+$/g, '')

/** A workbook of several sheets is asked about: each sheet is a choice. */
export type ListFile = { text: string } | { sheets: Sheet[] } | { problem: string }

export async function readListFile(file: File): Promise<ListFile> {
  if (file.size === 0) return { problem: emptyFileSentence }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isWorkbook(bytes)) return readListWorkbook(bytes)
  if (file.size > maxListBytes) return { problem: 'A list has at most 1 MB.' }
  const decoded = decodeText(bytes)
  // SKUs and quantities are ASCII, which decodes the same in other character sets.
  return decoded === 'other'
    ? { text: new TextDecoder('windows-1252').decode(bytes) }
    : (decoded ?? { problem: notTextSentence })
}

const maxWorkbookBytes = 5_000_000

async function readListWorkbook(bytes: Uint8Array): Promise<ListFile> {
  if (bytes.length > maxWorkbookBytes) return { problem: 'A workbook has at most 5 MB.' }
  try {
    const sheets = (await readWorkbook(bytes)).filter(({ rows }) => rows.length > 0)
    return sheets.length > 0 ? { sheets } : { problem: 'The workbook has no rows.' }
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message }
    throw error
  }
}

/** The rows of a sheet as a list that is pasted from a spreadsheet. */
export const toListText = ({ rows }: Sheet): string =>
  rows.map(({ cells }) => cells.map(toPastedCell).join('\t')).join('\n')

function toPastedCell(cell: string): string {
  const line = cell.replace(/[\t\r\n]+/g, ' ')
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}
