import { type DecimalSign, readNumber } from '#contract/cells/read-number.ts'

interface QuantityText {
  /** Whole numbers: '1,000' has two if the decimal sign is unknown, the smaller one first. */
  readings: readonly number[]
  /** Lower case, without a full stop; '' if there is none. */
  unit: string
}

const piecesPattern =
  /^(x|×|pcs?|pce|pieces?|ea|each|st|stk|stck|stück|stuks?|pi[eè]ces?|u|uds?|unidad(es)?|szt|sztuk[ai]?)$/
const packPattern =
  /^(ctns?|cartons?|cs|cases?|bx|box(es)?|pk|pks|pck|packs?|pkg|krt|kartons?|vpe|caja|cajas|cartón|cartones|boîtes?|bte|doos|op|opak|opakowa(nie|nia|ń))$/
const otherUnitPattern =
  /^(doz|dozens?|dz|dzn|dtzd|dutzend|gro|gros|gross|prs?|pairs?|paare?|sets?|kpl|pal|plt|pallets?|palettes?|paletten|rol|rolls?|rollen?|bags?|beutel|k|tsd)$/

/** Parses '12', '1.000', '12,00', '12 pcs', 'x5', '5×' or '2 KRT'; undefined for fractions and other units. */
export function parseQuantity(text: string, decimalSign?: DecimalSign): QuantityText | undefined {
  const [, digits = '', name = ''] = /^[x×]?\s*([\d.,'’\s]*\d)\s*(\p{L}*|×)\.?$/iu.exec(text) ?? []
  const unit = name.toLowerCase()
  if (unit !== '' && !piecesPattern.test(unit) && !packPattern.test(unit)) return undefined
  const reading = readNumber(digits, decimalSign)
  const values = !reading ? [] : 'value' in reading ? [reading.value] : reading.readings
  const readings = values.filter(value => Number.isInteger(value) && value < 1e9)
  return readings.length > 0 ? { readings, unit } : undefined
}

export const isCounted = (text: string) => (parseQuantity(text)?.unit ?? '') !== ''

export const isPackUnit = (unit: string) => packPattern.test(unit)

/** Includes units that `parseQuantity` refuses, such as dozens. */
export const isUnit = (text: string) => {
  const unit = text.toLowerCase().replace(/\.$/, '')
  return [piecesPattern, packPattern, otherUnitPattern].some(pattern => pattern.test(unit))
}
