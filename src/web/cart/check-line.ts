import { toCents } from '#contract/pricing/money.ts'
import { isPriceOf, type LinePrice, priceLine, toListPrices, toPrices } from '#contract/pricing/prices.ts'
import { checkQuantity } from '#contract/pricing/quantity.ts'
import type { CartLine } from '#contract/schemas/carts.ts'

export type LineProblem =
  | { kind: 'gone'; sentence: string }
  | { kind: 'quantity'; sentence: string; nearest: readonly number[]; replacementId: string | null }
  | { kind: 'price'; shown: number; price: number }

export interface LineCheck {
  problem?: LineProblem
  price?: LinePrice
}

export function checkLine(line: CartLine): LineCheck {
  const { quantity, price: shown, tool } = line
  if (!tool) return { problem: { kind: 'gone', sentence: 'This tool is no longer in the catalogue.' } }
  const price = priceLine(quantity, { ...tool, ...toPrices(tool) })
  const check = checkQuantity(quantity, tool)
  if (!check.ok) {
    const { sentence, nearest } = check
    const replacementId = nearest.length === 0 ? tool.replacementId : null
    return { price, problem: { kind: 'quantity', sentence, nearest, replacementId } }
  }
  if (!hasChangedPrice(line)) return { price }
  return { price, problem: { kind: 'price', shown, price: price.unitCents / 100 } }
}

/** The stored price follows the quantity, unless a changed price waits to be accepted. */
export function changeQuantity(line: CartLine, quantity: number): CartLine {
  const next = { ...line, quantity }
  const { price } = checkLine(next)
  return price && !hasChangedPrice(line) ? { ...next, price: price.unitCents / 100 } : next
}

function hasChangedPrice({ quantity, price: shown, tool }: CartLine): boolean {
  if (tool === null) return false
  return ![toListPrices(tool), toPrices(tool)].some(prices => isPriceOf(toCents(shown) ?? 0, quantity, prices))
}

export function acceptPrice(line: CartLine): CartLine {
  const { price } = checkLine(line)
  return price ? { ...line, price: price.unitCents / 100 } : line
}

export function isUnsummed(line: CartLine): boolean {
  const { price, problem } = checkLine(line)
  return !price || problem?.kind === 'quantity'
}

export const sumCents = (lines: readonly CartLine[]): number =>
  listSummed(lines).reduce((sum, { totalCents }) => sum + totalCents, 0)

/** What the lines of the total come to, with their rates of tax. */
export const listSummed = (lines: readonly CartLine[]) =>
  lines.flatMap(line => {
    const { price, problem } = checkLine(line)
    if (!price || problem?.kind === 'quantity') return []
    return [{ totalCents: price.totalCents, taxPercent: line.tool?.taxPercent ?? null }]
  })
