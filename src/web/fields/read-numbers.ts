import { formatAmbiguityMessage } from '#contract/cells/decimal-signs.ts'
import { readNumber, readPieces, stripPercentSign } from '#contract/cells/read-number.ts'

export function readNumberText(text: string): { value: number } | { problem: string } {
  const reading = readNumber(text)
  if (!reading) return { problem: `“${text}” is not a number.` }
  return 'value' in reading ? reading : { problem: formatAmbiguityMessage(text, reading.readings) }
}

/** Empty or unreadable fields are NaN; an empty percentage is null. Of two readings, `readPieces` takes the larger. */
export function createNumberReader(form: FormData) {
  const errors: Record<string, string> = {}
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  function note(name: string, text: string, value: number): number {
    if (text !== '' && Number.isNaN(value)) errors[name] ??= `“${text}” is not a number.`
    return value
  }
  function readDecimal(name: string, text = readText(name)): number {
    if (text === '') return Number.NaN
    const reading = readNumberText(text)
    if ('value' in reading) return reading.value
    errors[name] = reading.problem
    return Number.NaN
  }
  return {
    errors,
    readPieces: (name: string) => note(name, readText(name), readPieces(readText(name))),
    readDecimal: (name: string) => readDecimal(name),
    readPercent: (name: string) => (readText(name) === '' ? null : readDecimal(name, stripPercentSign(readText(name)))),
  }
}
