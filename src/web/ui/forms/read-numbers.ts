import { askForReading } from '#contract/decimal-signs.ts'
import { readNumber, readPieces } from '#contract/read-number.ts'
import { stripPercentSign } from '#contract/tool-cells.ts'

/** Reads number fields of a form: NaN for what is empty, is no number, or has two readings. */
export function createNumberReader(form: FormData) {
  const errors: Record<string, string> = {}
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  function note(name: string, text: string, value: number): number {
    if (text !== '' && Number.isNaN(value)) errors[name] ??= `“${text}” is no number.`
    return value
  }
  function readDecimal(name: string, text = readText(name)): number {
    const reading = readNumber(text)
    if (reading && 'readings' in reading) errors[name] = askForReading(text, reading.readings)
    return note(name, text, reading && 'value' in reading ? reading.value : Number.NaN)
  }
  return {
    /** By the names of fields: what is no number, and what to ask of a text with two readings. */
    errors,
    readPieces: (name: string) => note(name, readText(name), readPieces(readText(name))),
    readDecimal: (name: string) => readDecimal(name),
    /** Null where it is empty. */
    readPercent: (name: string) => (readText(name) === '' ? null : readDecimal(name, stripPercentSign(readText(name)))),
  }
}
