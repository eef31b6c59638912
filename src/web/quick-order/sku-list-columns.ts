import { readNumber } from '#contract/cells/read-number.ts'
import { parseQuantity } from './quantity-text.ts'
import { type ToolsBySku, toKey } from './resolve-rows.ts'

export type Line = readonly string[]

/** Fields are column indices. */
export interface SkuListColumns {
  skus: readonly number[]
  quantities: readonly number[]
  unit: number | undefined
  /** The only number column, if it looks like line numbers. */
  position: number | undefined
  /** Quantity and price columns, whose numbers reveal the decimal sign. */
  amounts: readonly number[]
}

/** `width` is the heading's number of cells, or else the most frequent one. */
export interface Table {
  heading: Line | undefined
  body: readonly Line[]
  width: number
}

/** Heading words in English, German, French, Spanish, Dutch and Polish, without accents. */
const headingWords = {
  quantity:
    /\b(qty|quantity|quantities|pieces|pcs|count|units|menge|bestellmenge|anzahl|stuck|stuckzahl|quantite|qte|cantidad|cant|cdad|unidades|uds|aantal|hoeveelheid|stuks|ilosc|szt|sztuk|liczba)\b/,
  notQuantity:
    /\b(price|preis|prix|precio|prijs|cena|stock|available|bestand|lager|minimum|min|pack|packed|per|net|total|shipped|backordered)\b/,
  price: /price|preis|prix|precio|prijs|cena|total|amount|sum|betrag|importe|montant|wartosc/,
  sku: /\b(sku|item|article|part|code|product|material|model|artikel|artikelnr|artikelnummer|art|bestellnummer|bestellnr|materialnummer|teilenummer|reference|ref|referencia|codigo|articulo|bestelnummer|bestelnr|indeks|symbol|kod|katalogowy|artykulu)\b/,
  notSku: /\b(name|description|bezeichnung|designation|descripcion|omschrijving|nazwa|opis|desc|text|group|gruppe)\b/,
  unit: /^(unit|uom|u m|um|einheit|me|unite|unidad|eenheid|j m|jm|jednostka|unit of measure|packaging)$/,
  position: /^(pos|position|line|line no|row|no|nr|lp|l p|ligne|linea|regel|zeile|posicion|pozycja)$/,
}

const normalizeHeading = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const isQuantityHeading = (text: string) => headingWords.quantity.test(text) && !headingWords.notQuantity.test(text)
const isSkuHeading = (text: string) =>
  headingWords.sku.test(text) &&
  !headingWords.notSku.test(text) &&
  !isQuantityHeading(text) &&
  !headingWords.notQuantity.test(text)

const maxLinesAbove = 20

/** A heading names SKU and quantity, or is the first line and names one of them. */
export function findTable(lines: readonly Line[]): Table {
  const names = lines.slice(0, maxLinesAbove).map(line => line.map(normalizeHeading))
  const full = names.findIndex(line => line.some(isSkuHeading) && line.some(isQuantityHeading))
  const [first = []] = names
  const isPartial = first.some(name => isSkuHeading(name) || isQuantityHeading(name)) && !first.some(hasDigit)
  const at = full >= 0 ? full : isPartial && first.length > 1 ? 0 : -1
  const body = lines.slice(at + 1)
  const widths = [...Map.groupBy(body, line => line.length)].toSorted(([, one], [, other]) => other.length - one.length)
  return { heading: lines[at], body, width: lines[at]?.length ?? widths[0]?.[0] ?? 0 }
}

const hasDigit = (text: string) => /\d/.test(text)

export const isTableRow = ({ heading, width }: Pick<Table, 'heading' | 'width'>, line: Line) =>
  heading ? line.length >= width : line.length === width

export function findColumns({ heading, body, width }: Table, tools: ToolsBySku): SkuListColumns {
  const names = heading?.map(normalizeHeading) ?? []
  const indices = Array.from({ length: width }, (_, index) => index)
  const find = (isNamed: (name: string) => boolean) => indices.filter(index => isNamed(names[index] ?? ''))
  const named = { skus: find(isSkuHeading), quantities: find(isQuantityHeading) }
  const unit = find(name => headingWords.unit.test(name))[0]
  const rows = body.filter(line => isTableRow({ heading, width }, line))
  const read = (index: number) => rows.map(line => line[index] ?? '')
  const isKnown = (cell: string) => tools.has(toKey(cell))
  const known = indices.filter(index => countFilled(read(index).filter(isKnown)) * 2 > countFilled(read(index)))
  const isNumber = (index: number) => isNumberColumn(read(index))
  const prices = find(name => headingWords.price.test(name))
  // In a list of numbers only, the column with the longest number holds the SKUs.
  const longest = indices.every(isNumber)
    ? indices.toSorted((one, other) => findMaxLength(read(other)) - findMaxLength(read(one))).slice(0, 1)
    : []
  const skus = [named.skus, known, longest].find(found => found.length > 0) ?? []
  if (named.quantities.length > 0)
    return { skus, quantities: named.quantities, unit, position: undefined, amounts: [...named.quantities, ...prices] }
  const numbers = indices.filter(index => !skus.includes(index) && isNumber(index))
  const isBeforeSkus = (index: number) => skus.length === 0 || index < Math.min(...skus)
  const isPosition = (index: number) =>
    headingWords.position.test(names[index] ?? '') || (isBeforeSkus(index) && isRising(read(index)))
  const pieces = numbers.filter(index => !isPosition(index))
  const amounts = indices.filter(index => !skus.includes(index) && isAmountColumn(read(index)) && !isPosition(index))
  const [only] = numbers
  // The only number column may hold quantities even if it looks like line numbers.
  if (only !== undefined && numbers.length === 1 && pieces.length === 0)
    return { skus, quantities: [], unit, position: only, amounts }
  return { skus, quantities: pieces.length > 0 ? pieces : numbers, unit, position: undefined, amounts }
}

const findMaxLength = (cells: readonly string[]) => Math.max(...cells.map(cell => cell.length))

const countFilled = (cells: readonly string[]) => cells.filter(cell => cell !== '').length

function isNumberColumn(cells: readonly string[]): boolean {
  const filled = cells.filter(cell => cell !== '')
  return filled.length * 2 > cells.length && filled.every(cell => parseQuantity(cell) !== undefined)
}

/** Accepts fractions, unlike `isNumberColumn`. */
const isAmountColumn = (cells: readonly string[]) => {
  const filled = cells.filter(cell => cell !== '')
  return filled.length > 0 && filled.every(cell => readNumber(cell) !== undefined || parseQuantity(cell) !== undefined)
}

/** Line numbers rise by a constant step. Two rows count only as 1, 2 or 10, 20. */
function isRising(cells: readonly string[]): boolean {
  const numbers = cells.flatMap(cell => (/^\d{1,9}$/.test(cell) ? Number(cell) : []))
  const [first = 0, second = 0] = numbers
  const step = second - first
  const isEven = numbers.every((number, index) => number === first + index * step)
  return step > 0 && isEven && (numbers.length > 2 || (first === step && (step === 1 || step === 10)))
}
