import { findDecimalSign } from '#contract/cells/decimal-signs.ts'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import { formatNumber } from '#contract/format-number.ts'
import { isPackUnit, parseQuantity } from './quantity-text.ts'
import { type RequestedQuantity, type RequestedRow, type ToolsBySku, toKey } from './resolve-rows.ts'
import {
  findColumns,
  isTableRow,
  type Line,
  readHeadingAsRow,
  type SkuListColumns,
  type Table,
} from './sku-list-columns.ts'

export interface ListAnswers {
  /** `'none'` means that no column holds the pieces. */
  quantityColumn?: number | 'none'
  /** The quantity continues in the next column: '1 000' was split. */
  joinsNextColumn?: true
  decimalSign?: DecimalSign | undefined
  arePacks?: boolean
}

export interface ListQuestion {
  text: string
  choices: readonly { name: string; answer: ListAnswers }[]
}

export type InterpretedList = { rows: RequestedRow[] } | { question: ListQuestion }

export function interpretList(read: Table, tools: ToolsBySku, answers: ListAnswers = {}): InterpretedList {
  const table = readHeadingAsRow(read, tools)
  const columns = findColumns(table, tools)
  const quantityColumn = answers.quantityColumn ?? columns.quantities[0] ?? 'none'
  if (answers.quantityColumn === undefined) {
    const question = askForColumn(columns, table)
    if (question) return { question }
  }
  const decimalSign = answers.decimalSign ?? findDecimalSign(listNumbers(table, columns))
  const isByColumns = (line: Line) =>
    table.heading && !columns.arePieces ? true : isTableRow(table, line) && columns.quantities.length > 0
  const requests = table.body.map(line =>
    isByColumns(line)
      ? pickCells(line, { ...columns, ...answers, quantityColumn }, table)
      : { skus: line, quantities: line },
  )
  const question =
    askForSign(requests, decimalSign) ??
    (answers.arePacks === undefined ? askForPacks(requests, tools, decimalSign) : undefined)
  if (question) return { question }
  return {
    rows: requests
      .filter(({ skus, quantities }) => [...skus, ...quantities].some(isFilled))
      .map(request => ({
        ...(request.fault !== undefined && { fault: request.fault }),
        skus: request.skus.filter(isFilled),
        quantities: request.quantities
          .filter(isFilled)
          .map(text => readQuantity(text, request, tools, { ...answers, decimalSign })),
      })),
  }
}

const isFilled = (cell: string) => cell !== ''

interface Request extends Pick<RequestedRow, 'fault'> {
  skus: readonly string[]
  quantities: readonly string[]
}

function pickCells(
  line: Line,
  columns: SkuListColumns & Pick<ListAnswers, 'joinsNextColumn'> & { quantityColumn: number | 'none' },
  { heading, width }: Table,
): Request {
  const { skus, quantities, unit, quantityColumn, joinsNextColumn } = columns
  const read = (index: number | undefined) => line[index ?? -1] ?? ''
  const others = line.flatMap((_, index) => ([...quantities, unit, quantityColumn].includes(index) ? [] : index))
  const own = quantityColumn === 'none' ? '' : read(quantityColumn)
  const quantity = joinsNextColumn && quantityColumn !== 'none' ? own + read(quantityColumn + 1) : own
  const isTooWide = heading !== undefined && line.slice(width).some(isFilled)
  return {
    ...(isTooWide && {
      fault: 'This row has more cells than the heading. A number such as 1,000 needs quotation marks.',
    }),
    skus: (skus.length > 0 ? skus : others).map(read),
    quantities: [quantity !== '' && /\p{L}/u.test(read(unit)) ? `${quantity} ${read(unit)}` : quantity],
  }
}

/** Reads amount columns only: a date or a line number can look like a decimal number. */
function* listNumbers({ body, width }: Table, { amounts }: SkuListColumns): Generator<string> {
  for (const line of body)
    if (line.length >= width) for (const index of amounts) yield (line[index] ?? '').replace(/[\s\p{L}]+\.?$/u, '')
}

const shownNumbers = 4

function askForColumn({ quantities, arePieces }: SkuListColumns, { heading, body }: Table): ListQuestion | undefined {
  const [only, ...more] = quantities
  if (only === undefined || (arePieces && more.length === 0)) return undefined
  const describe = (index: number) => {
    const cells = body.map(line => line[index] ?? '').filter(isFilled)
    return `${cells.slice(0, shownNumbers).join(', ')}${cells.length > shownNumbers ? ' …' : ''}`
  }
  const choices: ListQuestion['choices'] = quantities.map(index => ({
    name: heading?.[index] ? `${heading[index]}: ${describe(index)}` : describe(index),
    answer: { quantityColumn: index },
  }))
  const none = arePieces ? [] : [{ name: 'None of them', answer: { quantityColumn: 'none' } as const }]
  return { text: 'Which numbers are the pieces?', choices: [...joinThousands(quantities, body), ...choices, ...none] }
}

function joinThousands([one = 0, other = 0]: readonly number[], body: readonly Line[]): ListQuestion['choices'] {
  const pairs = body.map(line => [line[one] ?? '', line[other] ?? ''] as const)
  const areParts = pairs.every(([first, second]) => /^\d{1,3}$/.test(first) && /^\d{3}$/.test(second))
  if (other !== one + 1 || !areParts) return []
  const numbers = pairs.slice(0, shownNumbers).map(pair => formatNumber(Number(pair.join(''))))
  const name = numbers.join(' · ') + (pairs.length > shownNumbers ? ' …' : '')
  return [{ name, answer: { quantityColumn: one, joinsNextColumn: true } }]
}

function askForSign(requests: readonly Request[], decimalSign: DecimalSign | undefined): ListQuestion | undefined {
  if (decimalSign) return undefined
  const texts = requests.flatMap(({ quantities }) => quantities)
  const text = texts.find(each => parseQuantity(each)?.readings.length === 2)
  if (text === undefined) return undefined
  const choices = (['.', ','] as const).map(sign => {
    const [pieces = 0] = parseQuantity(text, sign)?.readings ?? []
    return { name: formatNumber(pieces), answer: { decimalSign: sign } }
  })
  return { text: `How many pieces does “${text}” mean?`, choices }
}

function askForPacks(
  requests: readonly Request[],
  tools: ToolsBySku,
  decimalSign: DecimalSign | undefined,
): ListQuestion | undefined {
  for (const { skus, quantities } of requests) {
    const tool = findTool(skus, tools)
    const text = quantities.find(each => isPackUnit(parseQuantity(each, decimalSign)?.unit ?? ''))
    if (!tool || tool.increment === 1 || text === undefined) continue
    const [count = 0] = parseQuantity(text, decimalSign)?.readings ?? []
    const pieces = count * tool.increment
    return {
      text: `Does “${text}” of ${tool.sku} mean packs of ${tool.increment}?`,
      choices: [
        { name: `Packs: ${formatNumber(pieces)} pieces`, answer: { arePacks: true } },
        { name: `Pieces: ${formatNumber(count)}`, answer: { arePacks: false } },
      ],
    }
  }
  return undefined
}

const findTool = (skus: readonly string[], tools: ToolsBySku) => skus.flatMap(sku => tools.get(toKey(sku)) ?? [])[0]

function readQuantity(
  text: string,
  { skus }: Request,
  tools: ToolsBySku,
  { decimalSign, arePacks }: ListAnswers,
): RequestedQuantity {
  const { readings: [count] = [], unit = '' } = parseQuantity(text, decimalSign) ?? {}
  if (count === undefined) return { text }
  if (!isPackUnit(unit)) return { text, pieces: count }
  const tool = findTool(skus, tools)
  if (!tool || arePacks === undefined) return { text, packs: count }
  return { text, pieces: arePacks ? count * tool.increment : count }
}
