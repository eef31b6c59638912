import { askForReading } from '#contract/decimal-signs.ts'
import { readNumber, readPieces } from '#contract/read-number.ts'

/** Reads number fields of a form: NaN for what is empty or no number. */
export function createNumberReader(form: FormData) {
  const questions: Record<string, string> = {}
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  return {
    /** What to ask of fields whose text has two readings, by their names. */
    questions,
    readPieces: (name: string) => readPieces(readText(name)),
    readDecimal(name: string): number {
      const text = readText(name)
      const reading = readNumber(text)
      if (reading && 'readings' in reading) questions[name] = askForReading(text, reading.readings)
      return reading && 'value' in reading ? reading.value : Number.NaN
    },
  }
}
