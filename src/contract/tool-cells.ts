import { parseSpecifications, type Specification } from './specifications.ts'

/** Columns of a file of tools, as it is exported and imported. */
export const toolColumns = {
  sku: 'SKU',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  priceBreaks: 'Price breaks',
  minimum: 'Minimum',
  increment: 'Pieces per pack',
  unitLabel: 'Pack label',
  available: 'Available',
  /** What an export wrote as available: the stock moves by the difference. */
  availableBefore: 'Available when exported',
  taxPercent: 'Tax percent',
  specifications: 'Specifications',
  description: 'Description',
  image: 'Image',
  imageAlt: 'Alt text',
  discontinued: 'Discontinued',
  replacementSku: 'Replacement SKU',
} as const

export type ToolColumn = keyof typeof toolColumns

/** What stands in a cell to empty a field: an empty cell leaves it as it is. */
const clearingCell = '-'

/** How an export writes a field that is a hyphen. */
const hyphenCell = "'-"

/** Without the apostrophe that an export sets before what a spreadsheet would take for a formula. */
export const readCell = (text: string) =>
  text.trim() === hyphenCell ? hyphenCell : text.trim().replace(/^'(?=[=+\-@\t\r])/, '')

interface PriceBreakCell {
  from: number
  price: number
}

/** '20: 9.50; 100: 8.75' */
export const formatPriceBreaks = (breaks: readonly PriceBreakCell[]) =>
  breaks.map(({ from, price }) => `${from}: ${price.toFixed(2)}`).join('; ')

/** As lines 'Power: 860 W'. */
export const formatSpecifications = (specifications: readonly Specification[]) =>
  specifications.map(({ name, value, unit }) => `${name}: ${unit === '' ? value : `${value} ${unit}`}`).join('\n')

/** The value of a filled cell, as `POST /addProduct` takes it. */
export function parseCell(column: ToolColumn, text: string): { value: unknown } | { problem: string } {
  if (text === clearingCell) return clearedValues[column] ?? { problem: 'This cannot be emptied.' }
  return parsers[column](text === hyphenCell ? '-' : text)
}

const clearedValues: Partial<Record<ToolColumn, { value: unknown }>> = {
  brand: { value: '' },
  category: { value: '' },
  priceBreaks: { value: [] },
  unitLabel: { value: '' },
  taxPercent: { value: null },
  specifications: { value: [] },
  imageAlt: { value: '' },
  replacementSku: { value: '' },
}

type Parse = (text: string) => { value: unknown } | { problem: string }

const parseText: Parse = text => ({ value: text })

/** With a dollar sign and commas between thousands, as spreadsheets write it. */
const parseNumber: Parse = text => {
  const digits = text.replace(/^\$\s*/, '').replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(digits)
    ? { value: Number(digits) }
    : { problem: `“${text}” is not a number.` }
}

const parsers: Record<ToolColumn, Parse> = {
  sku: parseText,
  name: parseText,
  brand: parseText,
  category: parseText,
  price: parseNumber,
  priceBreaks: parsePriceBreaks,
  minimum: parseNumber,
  increment: parseNumber,
  unitLabel: parseText,
  available: parseNumber,
  availableBefore: parseNumber,
  taxPercent: text => parseNumber(text.replace(/%$/, '').trimEnd()),
  specifications: text => {
    const parsed = parseSpecifications(text)
    return 'problem' in parsed ? parsed : { value: parsed.specifications }
  },
  description: parseText,
  image: parseText,
  imageAlt: parseText,
  discontinued: text => {
    if (/^(yes|true|1|x)$/i.test(text)) return { value: true }
    return /^(no|false|0)$/i.test(text) ? { value: false } : { problem: 'This is yes or no.' }
  },
  replacementSku: parseText,
}

function parsePriceBreaks(text: string): { value: PriceBreakCell[] } | { problem: string } {
  const breaks: PriceBreakCell[] = []
  const parts = text.split(/[;\n]/).map(part => part.trim())
  for (const part of parts.filter(each => each !== '')) {
    const [, from, price] = /^([\d,]+)\s*:\s*(?:\$\s*)?(\d+(?:\.\d+)?)$/.exec(part) ?? []
    if (from === undefined || price === undefined)
      return { problem: `“${part}” needs a quantity, a colon and a price, such as “20: 9.50”.` }
    breaks.push({ from: Number(from.replaceAll(',', '')), price: Number(price) })
  }
  return { value: breaks }
}
