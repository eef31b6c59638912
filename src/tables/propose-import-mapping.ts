import { findCurrencyMark } from '#contract/cells/read-number.ts'
import type { ImportField } from '#contract/cells/tool-cells.ts'
import { isCurrency } from '#contract/pricing/currencies.ts'
import type { FileTable, ImportMapping } from '#contract/schemas/admin/imports.ts'
import { type Column, findMarkInTitle } from './describe-columns.ts'
import { scoreHeading } from './fields.ts'
import { type ImportFields, toolFields } from './import-fields.ts'
import { type ColumnProposal, findSignOfColumns, proposeColumns } from './propose-mapping.ts'
import { isFilled } from './sheets.ts'

export interface MappingProposal {
  mapping: ImportMapping
  /** What a person should look at, by column; empty where there is nothing. */
  notes: string[]
}

/** What a file shows of its columns, and of the rows that hold no data. */
export type ShownTable = Pick<FileTable, 'sheet' | 'leftOut'> & { columns: readonly Column[] }

export function proposeImportMapping(
  table: ShownTable,
  fields: ImportFields,
  isKnownSku: (cell: string) => boolean,
): MappingProposal {
  const { columns } = table
  const proposals = proposeColumns<ImportField>(columns, fields, isKnownSku)
  readDescriptionAsName(proposals)
  proposeCurrency(columns, proposals)
  const pricePer = findPricePer(columns[proposals.findIndex(({ field }) => field === 'price')]?.title ?? '')
  const mapping: ImportMapping = {
    columns: proposals.map(({ field }) => field),
    decimalSign: findSignOfColumns(columns, proposals, fields, table.sheet !== ''),
    ...(pricePer && { pricePer }),
  }
  const notes = proposals.map(({ field, note }, index) => {
    const column = columns[index]
    if (!column) return note
    const sentences = field ? noters[field]?.(column, index, { ...table, proposals }) : undefined
    return [note, ...(sentences ?? [])].filter(Boolean).join(' ')
  })
  return { mapping, notes }
}

/** Price lists call the name a description. */
function readDescriptionAsName(proposals: ColumnProposal<ImportField>[]): void {
  if (proposals.some(({ field }) => field === 'name')) return
  for (const [index, { field }] of proposals.entries())
    if (field === 'description')
      proposals[index] = { field: 'name', note: 'Is this the name, or the description? No other column is the name.' }
}

/** A column of nothing but codes of currencies holds these, whatever its heading says. */
function proposeCurrency(columns: readonly Column[], proposals: ColumnProposal<ImportField>[]): void {
  for (const [index, { examples }] of columns.entries()) {
    const filled = examples.filter(isFilled)
    const areCodes = filled.length > 0 && filled.every(cell => isCurrency(cell.toUpperCase()))
    const isFree = !proposals.some(({ field }) => field === 'currency')
    if (areCodes && isFree && proposals[index]?.field === null) proposals[index] = { field: 'currency', note: '' }
  }
}

/** 100 of 'Price per 100', 'Net/100' and 'Preis/100 Stk.'. */
function findPricePer(title: string): 10 | 100 | 1000 | undefined {
  const [, pieces] = /(?:\/|\b(?:per|pro|je|par|por|voor|za)\s)\s*(10|100|1[.,' ]?000)\b/i.exec(title) ?? []
  return pieces === undefined ? undefined : (Number(pieces.replace(/\D/g, '')) as 10 | 100 | 1000)
}

interface Shown extends ShownTable {
  proposals: readonly ColumnProposal<ImportField>[]
}

type Noter = (column: Column, index: number, shown: Shown) => string[]

const say = (isSo: boolean, sentence: string): string[] => (isSo ? [sentence] : [])

const readNumbers = ({ examples }: Column) =>
  examples.filter(isFilled).map(cell => Number(cell.replace(/[%\s]/g, '').replace(',', '.')))

/** What makes a column that is proposed uncertain. */
const noters: { [Name in ImportField]?: Noter } = {
  price: (price, index, { columns, proposals, leftOut }) => {
    const unread = columns.filter((_, other) => proposals[other]?.field === null)
    const quote = (some: readonly Column[]) => some.map(({ title }) => `“${title}”`).join(', ')
    const amounts = unread.filter(
      ({ title, numbers, filled, decimalSigns, gtins }) =>
        numbers * 2 > filled && gtins === 0 && (decimalSigns !== '' || scoreHeading(title, toolFields.price) > 0),
    )
    const percentages = unread.filter(
      ({ title, examples }) => title.includes('%') || examples.filter(cell => /\d\s*%$/.test(cell)).length > 1,
    )
    const units = unread.filter(({ examples, filled }) => filled > 0 && saysPieces(examples))
    const above = leftOut.filter(({ kind, text }) => kind === 'above' && saysTerms(text))
    const pieces = findPricePer(price.title)
    const hasFractions = price.examples.filter(cell => /\d[.,]\d{4,}$/.test(cell.trim())).length > 2
    return [
      ...say(
        price.hasImpliedDecimals,
        'Amounts without a decimal sign are far larger than the others: are they cents?',
      ),
      ...say(pieces !== undefined, `The heading says that a price is for ${pieces} pieces.`),
      ...say(
        amounts.length > 0 && proposals[index]?.note === '',
        `Amounts stand in ${quote(amounts)}, too: please check.`,
      ),
      ...say(percentages.length > 0, `Percentages stand in ${quote(percentages)}: are they a discount?`),
      ...say(units.length > 0, `${quote(units)} may say for how many pieces a price is: please check.`),
      ...say(hasFractions, 'Prices have fractions of a cent: should they be rounded?'),
      ...above.map(({ text }) => `Above the table stands: “${text}”.`),
    ]
  },
  discount: (column, _, { columns, proposals }) => {
    const price = columns[proposals.findIndex(({ field }) => field === 'price')]
    return [
      ...say(areShares(column), 'All are below 1: is 0.35 meant as 35 percent?'),
      ...say(/\b(net|your|netto|dealer)/i.test(price?.title ?? ''), `Is it taken off “${price?.title}” already?`),
    ]
  },
  taxPercent: column => {
    const rates = readNumbers(column)
    const areAmounts = rates.some(rate => rate > 30) || new Set(rates).size > 4
    return [
      ...say(areShares(column), 'All are below 1: is 0.2 meant as 20 percent?'),
      ...say(areAmounts, 'Are these rates in percent, or amounts of tax?'),
    ]
  },
  pricePer: column =>
    say(
      readNumbers(column).some(pieces => ![1, 10, 100, 1000].includes(pieces)),
      'Are these pieces, or codes for pieces? A price is for 1, 10, 100 or 1,000 pieces.',
    ),
  available: ({ examples }) =>
    say(
      examples.some(cell => /^0\d/.test(cell.trim())),
      'Are these pieces, or places?',
    ),
  sku: ({ examples }) => {
    const changed = examples.find(cell => changedBySpreadsheet.test(cell.trim()))
    return say(changed !== undefined, `A spreadsheet may have changed “${changed}”: please check.`)
  },
}

function areShares(column: Column): boolean {
  const shares = readNumbers(column).filter(share => share !== 0)
  return shares.length > 0 && shares.every(share => share < 1) && !column.examples.some(cell => cell.includes('%'))
}

const months = 'jan feb m[aä]r mrz apr ma[iy] jun jul aug sept? o[ck]t nov de[cz]'.replaceAll(' ', '|')
const changedBySpreadsheet = new RegExp(
  `^(\\d{1,2}[-.](${months})\\.?|(${months})[-.]\\d{2,4}|\\d[.,]\\d+E\\+?\\d+|\\d{4}-\\d{2}-\\d{2})$`,
  'i',
)

const unitCodes = /^(ea|each|pce?s?|pc|st|stk|c|m|%|‰|c62|cen|mil|1|10|100|1000)$/i
const hundreds = /^(c|m|%|‰|cen|mil|10|100|1000)$/i

const saysPieces = (examples: readonly string[]) => {
  const filled = examples.map(cell => cell.trim()).filter(Boolean)
  return filled.every(cell => unitCodes.test(cell)) && filled.some(cell => hundreds.test(cell))
}

const saysTerms = (text: string) =>
  findMarkInTitle(text) !== undefined ||
  findCurrencyMark(text) !== undefined ||
  /\d\s*%|\b(per|pro|je|par|por)\s*1[0.,]*0\b/i.test(text)
