import { type DecimalSign, readWith } from './read-number.ts'

/** The sign with which all numbers of a file are read, where one of them can't be read with the other; undefined if none or both are shown. */
export function findDecimalSign(texts: Iterable<string>): DecimalSign | undefined {
  const shown = new Set<DecimalSign>()
  for (const text of texts) {
    const [point, comma] = [readWith('.', text), readWith(',', text)]
    if (point !== undefined && comma === undefined) shown.add('.')
    if (comma !== undefined && point === undefined) shown.add(',')
  }
  return shown.size === 1 ? [...shown][0] : undefined
}

/** The question that a text with two readings asks. */
export const askForReading = (text: string, [one, other]: readonly [number, number]) =>
  `${describeReadings(text, [one, other])} Please write ${writePlain(one)} or ${writePlain(other)}.`

/** In the one way that has one reading: '1.2340', since '1.234' is a question again. */
const writePlain = (value: number) => String(value).replace(/^(-?\d{1,3}\.\d{3})$/, '$10')

export const describeReadings = (text: string, [one, other]: readonly [number, number]) =>
  `“${text}” can mean ${format(one)} or ${format(other)}.`

const format = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 10 })
