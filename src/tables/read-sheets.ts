import { decodeText } from './decode-text.ts'
import { readDelimitedText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { isWorkbook, notTextSentence, type Sheet, UnreadableFile } from './sheets.ts'

/** Reads a workbook, or text in Unicode. Throws `UnreadableFile`. */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  if (isWorkbook(bytes)) return readWorkbook(bytes)
  if (isOldWorkbook(bytes))
    throw new UnreadableFile(
      'This workbook has a password, or is of Excel 2003 or older. Please save it as .xlsx without a password.',
    )
  const decoded = decodeText(bytes)
  if (decoded === 'other') throw new UnreadableFile('The file is not in UTF-8. Please save it as “CSV UTF-8”.')
  if (!decoded) throw new UnreadableFile(notTextSentence)
  return [readDelimitedText(decoded.text)]
}

/** Tells an old or encrypted workbook by the first bytes of Microsoft's compound files. */
const isOldWorkbook = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11

/** Throws `UnreadableFile` where several sheets have rows and none of them is named. */
export function chooseSheet(sheets: readonly Sheet[], name: string | undefined): Sheet {
  const filled = sheets.filter(({ rows }) => rows.length > 0)
  const [chosen, ...others] = name === undefined ? filled : filled.filter(sheet => sheet.name === name)
  if (chosen && others.length === 0) return chosen
  if (filled.length === 0) throw new UnreadableFile('The file has no rows.')
  throw new UnreadableFile(`Choose one of its sheets: ${filled.map(sheet => `“${sheet.name}”`).join(', ')}.`)
}
