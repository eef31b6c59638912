import { type LinePrice, priceLine, toPrices } from '#contract/pricing/prices.ts'
import { checkQuantity } from '#contract/pricing/quantity.ts'
import type { CartTool } from '#contract/schemas/carts.ts'
import { cutText } from '#contract/text.ts'
import { isCounted, isPackUnit, parseQuantity } from './quantity-text.ts'

export interface ListRow {
  /** Number of its first row in the list, from 1. */
  number: number
  sources?: number
  sku: string
  quantity: string
  tool?: CartTool | undefined
  corrections: readonly string[]
  problem?: string | undefined
  nearest: readonly number[]
  choices: readonly Choice[]
  /** Kept for a row that asks a question, so that a reload asks again. */
  request?: RequestedRow
}

interface Choice {
  sku: string
  quantity: string
  name: string
}

export type ToolsBySku = ReadonlyMap<string, CartTool>

export const toKey = (sku: string) => sku.toLowerCase()

const skuPattern = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/

/** Cells that may be the SKU or the quantity: of a line without known columns, both lists have all cells. */
export interface RequestedRow {
  skus: readonly string[]
  quantities: readonly RequestedQuantity[]
  fault?: string
}

export interface RequestedQuantity {
  text: string
  pieces?: number
  /** Number in '2 KRT' while it is open whether it counts packs or pieces. */
  packs?: number
}

export function toRequestedRow(sku: string, quantity: string): RequestedRow {
  return { skus: sku === '' ? [] : [sku], quantities: quantity === '' ? [] : [readTyped(quantity)] }
}

/** A person who types '1,000' means a thousand. */
function readTyped(text: string): RequestedQuantity {
  const { readings = [], unit = '' } = parseQuantity(text) ?? {}
  const count = readings.at(-1)
  if (count === undefined) return { text }
  return isPackUnit(unit) ? { text, packs: count } : { text, pieces: count }
}

export function listCandidates(cells: readonly string[]): string[] {
  const joined = cells.flatMap((cell, index) => [joinSku(cell), joinSku(`${cell} ${cells[index + 1] ?? ''}`)])
  return [...new Set([...cells.flatMap(cell => [cell, ...restoreSku(cell)]), ...joined])].filter(sku =>
    skuPattern.test(sku),
  )
}

/** 'RO5 125' may be the SKU 'RO5-125'. */
const joinSku = (text: string) => text.trim().replace(/\s+/g, '-')

export function resolveRows(rows: readonly RequestedRow[], tools: ToolsBySku, firstNumber = 1): ListRow[] {
  return mergeRows(rows.map((row, index) => resolveRow(row, firstNumber + index, tools)))
}

function resolveRow(request: RequestedRow, number: number, tools: ToolsBySku): ListRow {
  const { skus, quantities, fault } = request
  const [sku = '', other = ''] = skus.filter(cell => tools.has(toKey(cell)))
  if (fault !== undefined) {
    const shown = sku || (skus[0] ?? '')
    return {
      number,
      sku: shown,
      quantity: '',
      corrections: [],
      problem: fault,
      nearest: [],
      choices: [],
      request,
    }
  }
  if (other !== '' && tools.get(toKey(other))?._id !== tools.get(toKey(sku))?._id) {
    const [beside] = pickQuantities(
      quantities.filter(({ text }) => text !== sku && text !== other),
      '',
    )
    const asked = askFor(
      number,
      sku,
      beside ? format(beside) : other,
      'Both are SKUs. Which one do you mean?',
      [sku, other],
      tools,
    )
    return { ...asked, request }
  }
  const [quantity, ...more] = pickQuantities(quantities, sku)
  // A quantity may happen to be a SKU, beside a mistyped SKU.
  const isNumberBesideWord = parseQuantity(sku) !== undefined && quantity && !looksLikeNumber(quantity.text)
  const tool = tools.get(toKey(sku))
  if (tool && quantity && !isNumberBesideWord && more.length > 0)
    return { ...askForQuantity(number, tool, [quantity, ...more]), request }
  if (tool && !isNumberBesideWord) return checkRow({ number, sku, quantity: quantity?.text ?? '' }, tools, quantity)
  for (const cell of skus) {
    const restored = restoreSku(cell).filter(each => tools.has(toKey(each)))
    const problem = `A spreadsheet may have changed “${shorten(cell)}”. Did you mean this?`
    const [first] = pickQuantities(quantities, cell)
    if (restored.length > 0)
      return { ...askFor(number, cell, first ? format(first) : '', problem, restored, tools), request }
  }
  for (const [index, cell] of skus.entries()) {
    const next = skus[index + 1] ?? ''
    const text = [cell, `${cell} ${next}`].find(each => /\s/.test(each.trim()) && tools.has(toKey(joinSku(each))))
    if (text === undefined) continue
    const joined = joinSku(text)
    const [first] = pickQuantities(quantities, text === cell ? cell : next)
    const row = checkRow(
      { number, sku: tools.get(toKey(joined))?.sku ?? joined, quantity: first?.text ?? '' },
      tools,
      first,
    )
    return { ...row, corrections: [`“${text}” is read as ${row.sku}.`, ...row.corrections] }
  }
  const unknown = joinName(skus) ?? skus.find(cell => !looksLikeNumber(cell)) ?? skus[0] ?? ''
  const [only, several] = pickQuantities(quantities, unknown)
  const known = several ? undefined : only
  return checkRow({ number, sku: unknown, quantity: known?.text ?? '' }, tools, known)
}

function joinName(cells: readonly string[]): string | undefined {
  const words = cells.filter(cell => !looksLikeNumber(cell))
  return words.length > 1 && words.every(word => /^\p{L}[\p{L}'’-]*$/u.test(word)) ? words.join(' ') : undefined
}

/** Returns the numbers of pieces beside the SKU, those with a unit first or else all, or the text most like a number. */
function pickQuantities(quantities: readonly RequestedQuantity[], sku: string): RequestedQuantity[] {
  const at = quantities.findIndex(({ text }) => text === sku)
  const others = quantities.filter((_, index) => index !== at)
  const counted = others.filter(({ text }) => isCounted(text))
  const numbers = counted.length > 0 ? counted : others.filter(({ pieces }) => pieces !== undefined)
  if (numbers.length > 0) return numbers
  return [others.find(({ text }) => looksLikeNumber(text)) ?? others[0] ?? []].flat()
}

const format = ({ text, pieces }: RequestedQuantity) => (pieces === undefined ? text : String(pieces))

function askForQuantity(number: number, tool: CartTool, quantities: readonly RequestedQuantity[]): ListRow {
  const [first, second] = quantities
  const isOneNumber =
    quantities.length === 2 && /^\d{1,3}$/.test(first?.text ?? '') && /^\d{3}$/.test(second?.text ?? '')
  const joined = isOneNumber ? [Number(`${first?.text}${second?.text}`)] : []
  const nearest = [...new Set([...quantities.flatMap(each => each.pieces ?? []), ...joined])].filter(
    pieces => pieces > 0,
  )
  const problem = `Which of these numbers is the quantity: ${nearest.join(' or ')}?`
  return { number, sku: tool.sku, quantity: '', tool, corrections: [], problem, nearest, choices: [] }
}

function askFor(
  number: number,
  sku: string,
  quantity: string,
  problem: string,
  skus: readonly string[],
  tools: ToolsBySku,
): ListRow {
  const choices = [...new Set(skus)].flatMap(each => {
    const tool = tools.get(toKey(each))
    // If both cells are SKUs and no number stands beside them, the one that is not chosen is the quantity.
    return tool ? [{ sku: tool.sku, quantity: each === quantity ? sku : quantity, name: tool.name }] : []
  })
  return { number, sku, quantity, corrections: [], problem, nearest: [], choices }
}

/** A tool that is found by another number of it is shown with its SKU. */
export function checkRow(
  row: Pick<ListRow, 'number' | 'sku' | 'quantity'>,
  tools: ToolsBySku,
  read?: RequestedQuantity,
): ListRow {
  const checked = checkTypedRow(row, tools, read)
  const { tool } = checked
  const foundBy = tool?.foundBy?.find(({ text }) => toKey(text) === toKey(row.sku))
  if (!tool || !foundBy) return checked
  return {
    ...checked,
    sku: tool.sku,
    corrections: [`“${row.sku}” is ${numberNames[foundBy.kind]} ${tool.sku}.`, ...checked.corrections],
  }
}

const numberNames = {
  part_number: 'your part number of',
  gtin: 'the barcode of',
  manufacturer_number: 'the manufacturer’s number of',
}

function checkTypedRow(
  { number, sku, quantity }: Pick<ListRow, 'number' | 'sku' | 'quantity'>,
  tools: ToolsBySku,
  read: RequestedQuantity = readTyped(quantity),
): ListRow {
  const row = { number, sku, quantity, corrections: [], nearest: [], choices: [] }
  if (sku.startsWith('=') || quantity.startsWith('='))
    return { ...row, problem: 'That is a formula. Please save the list with its values.' }
  if (sku === '') return { ...row, problem: 'The SKU is missing.' }
  if (sku.length > 40 && !sku.includes(' ')) return { ...row, problem: 'No SKU is longer than 40 characters.' }
  const tool = tools.get(toKey(sku))
  // A later repair does not know the list's decimal sign, so the quantity is stored as read.
  if (!tool) return { ...row, quantity: format(read), problem: `No tool has the SKU “${shorten(sku)}”.` }
  if (read.packs !== undefined && tool.increment > 1) {
    const nearest = [read.packs * tool.increment, read.packs]
    return { ...row, tool, problem: `Does “${quantity}” mean packs of ${tool.increment}?`, nearest }
  }
  const pieces = read.pieces ?? read.packs
  if (quantity === '') {
    const lowest = Math.ceil(tool.minimum / tool.increment) * tool.increment
    const corrections = [`No quantity was given: ${lowest} is the minimum order.`]
    return checkPieces({ ...row, tool, quantity: String(lowest), corrections }, lowest, tool)
  }
  if (pieces === undefined)
    return {
      ...row,
      tool,
      problem: `“${shorten(quantity)}” is not a number of pieces.`,
      nearest: listNearest(Number.NaN, tool),
    }
  const corrections = quantity === String(pieces) ? [] : [`“${quantity}” is read as ${pieces}.`]
  return checkPieces({ ...row, tool, quantity: String(pieces), corrections }, pieces, tool)
}

function checkPieces(row: ListRow, pieces: number, tool: CartTool): ListRow {
  const check = checkQuantity(pieces, tool)
  return check.ok ? row : { ...row, problem: check.sentence, nearest: check.nearest }
}

function listNearest(pieces: number, tool: CartTool): readonly number[] {
  const check = checkQuantity(pieces, tool)
  return check.ok ? [] : check.nearest
}

const looksLikeNumber = (cell: string) => parseQuantity(cell) !== undefined || /^-?\d/.test(cell)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Restores SKUs that spreadsheets reformat: `1E10` as `1.00E+10`, `03-08` as `8-Mar`. */
function restoreSku(cell: string): string[] {
  const exponent = /^(\d+)(?:[.,](\d+))?E\+?(\d+)$/i.exec(cell)
  if (exponent) {
    const [, whole = '', fraction = '', power = ''] = exponent
    const digits = fraction.replace(/0+$/, '')
    const shift = Number(power) - digits.length
    return [
      `${whole}E${Number(power)}`,
      `${whole}${digits}E${shift}`,
      `${whole}${digits}E${String(shift).padStart(2, '0')}`,
    ]
  }
  const [, one = '', two = ''] = /^(\w{1,4})-(\w{1,4})$/.exec(cell) ?? []
  const [month, other] = [months.indexOf(one.toLowerCase()), months.indexOf(two.toLowerCase())]
  if (month < 0 === other < 0) return []
  const parts = [String((month < 0 ? other : month) + 1), month < 0 ? one : two]
  const padded = parts.map(part => part.padStart(2, '0'))
  return ['-', '/', '.'].flatMap(separator =>
    [parts, padded].flatMap(each => [each.join(separator), each.toReversed().join(separator)]),
  )
}

/** Merges rows of the same tool, and checks the sum anew. Rows with a question, or without a whole number, stay separate. */
export function mergeRows(rows: readonly ListRow[]): ListRow[] {
  const groups = new Map<string | number, ListRow[]>()
  for (const row of rows) {
    const key = row.tool && /^\d{1,9}$/.test(row.quantity) ? row.tool._id : row.number
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first?.tool || group.length === 1) return group
    const sum = group.reduce((total, { quantity }) => total + Number(quantity), 0)
    const sources = group.reduce((total, row) => total + (row.sources ?? 1), 0)
    const merged = { ...first, quantity: String(sum), sources, problem: undefined, nearest: [] }
    return [checkPieces(merged, sum, first.tool)]
  })
}

export function priceRow({ tool, quantity, problem }: ListRow): LinePrice | undefined {
  return tool && problem === undefined ? priceLine(Number(quantity), { ...tool, ...toPrices(tool) }) : undefined
}

/** None for a row that can't be ordered. */
export function toSummedLine(row: ListRow) {
  const price = priceRow(row)
  return price && row.tool ? [{ totalCents: price.totalCents, taxPercent: row.tool.taxPercent }] : []
}

const shorten = (text: string) => (text.length > 40 ? `${cutText(text, 40)}…` : text)
