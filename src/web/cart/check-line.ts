import { formatMoney, toCents } from '#contract/pricing/money.ts'
import { type LinePrice, priceLine, toPrices } from '#contract/pricing/prices.ts'
import { checkQuantity } from '#contract/pricing/quantity.ts'
import type { CartLine } from '#contract/schemas/carts.ts'

export type LineProblem =
  | { kind: 'gone'; sentence: string }
  | { kind: 'quantity'; sentence: string; nearest: readonly number[]; replacementId: string | null }
  | { kind: 'price'; sentence: string; price: number }

export interface LineCheck {
  problem?: LineProblem
  /** Price at the tool's current prices; undefined if the tool is no longer sold. */
  price?: LinePrice
}

export function checkLine({ quantity, price: shown, tool }: CartLine): LineCheck {
  if (!tool) return { problem: { kind: 'gone', sentence: 'This tool is no longer in the catalogue.' } }
  const prices = toPrices(tool)
  const price = priceLine(quantity, { ...tool, ...prices })
  const check = checkQuantity(quantity, tool)
  if (!check.ok) {
    const { sentence, nearest } = check
    const replacementId = nearest.length === 0 ? tool.replacementId : null
    return { price, problem: { kind: 'quantity', sentence, nearest, replacementId } }
  }
  const shownCents = toCents(shown)
  if (shownCents === price.unitCents || shownCents === prices.priceCents) return { price }
  const sentence = `Each was ${formatMoney(shown)}, and is ${formatMoney(price.unitCents / 100)} now.`
  return { price, problem: { kind: 'price', sentence, price: price.unitCents / 100 } }
}

export function acceptPrice(line: CartLine): CartLine {
  const { price } = checkLine(line)
  return price ? { ...line, price: price.unitCents / 100 } : line
}

/** Of a tool that is no longer sold, or with a quantity that cannot be ordered. */
export function isUnsummed(line: CartLine): boolean {
  const { price, problem } = checkLine(line)
  return !price || problem?.kind === 'quantity'
}

/** Sums current prices, without lines that cannot be ordered. */
export function sumCents(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + (isUnsummed(line) ? 0 : (checkLine(line).price?.totalCents ?? 0)), 0)
}
