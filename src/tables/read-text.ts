import Papa from 'papaparse'
import { chooseDelimiter, readSepLine } from './delimiters.ts'
import { createSheet, notTextSentence, type Sheet, UnreadableFile } from './sheets.ts'

/** Splits lines at the delimiter with which most have the same number of cells. Throws `UnreadableFile`. */
export function readDelimitedText(decoded: string): Sheet {
  const { delimiter, rest } = readSepLine(decoded)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files of DOS end with it
  const text = rest.replace(/^\ufeff/, '').replace(/\u001a\s*$/, '')
  if (text.includes('\0')) throw new UnreadableFile(notTextSentence)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no table has these
  if (/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffd]/.test(text))
    throw new UnreadableFile('The file has characters of no language: its text was read with the wrong character set.')
  const chosen = delimiter ?? guessDelimiter(text)
  const sheet = Object.assign(createSheet(''), { delimiter: chosen })
  let position = -1
  // Papa's fast mode and its delimiter detection split the whole text at once.
  Papa.parse<string[]>(text, {
    delimiter: chosen,
    fastMode: false,
    step: ({ data, errors }) => {
      position += 1
      if (errors.some(({ type }) => type === 'Quotes'))
        throw new UnreadableFile(`A quotation mark is left open or stands alone in row ${position + 1}.`)
      sheet.add(position, data)
    },
  })
  return sheet
}

const sample = { letters: 100_000, rows: 100 }

function guessDelimiter(text: string): string {
  const beginning = text.slice(0, sample.letters)
  const split = (delimiter: string) =>
    Papa.parse<string[]>(beginning, { delimiter, preview: sample.rows, skipEmptyLines: true }).data
  return chooseDelimiter(split) ?? ','
}
