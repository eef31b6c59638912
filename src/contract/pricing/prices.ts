import { toCents } from './money.ts'
import type { QuantityRules } from './quantity.ts'

export interface PriceBreak {
  from: number
  priceCents: number
}

export interface Prices {
  priceCents: number
  /** Ascending by quantity, descending by price. */
  priceBreaks: readonly PriceBreak[]
}

export interface LinePrice {
  unitCents: number
  totalCents: number
  nextBreak?: { from: number; unitCents: number; addPieces: number; savesCents: number }
}

/** `quantity` need not be orderable. `savesCents` is the saving on all pieces. */
export function priceLine(quantity: number, tool: Prices & QuantityRules): LinePrice {
  const unitCents = findUnitCents(quantity, tool)
  const price = { unitCents, totalCents: unitCents * quantity }
  const next = tool.priceBreaks.find(({ from }) => from > quantity)
  const { minimum, available, increment = 1 } = tool
  const from = next && Math.ceil(Math.max(next.from, minimum) / increment) * increment
  if (from === undefined || from > available) return price
  const lowerCents = findUnitCents(from, tool)
  const savesCents = (unitCents - lowerCents) * from
  return { ...price, nextBreak: { from, unitCents: lowerCents, addPieces: from - quantity, savesCents } }
}

export const findUnitCents = (quantity: number, { priceCents, priceBreaks }: Prices) =>
  priceBreaks.findLast(({ from }) => from <= quantity)?.priceCents ?? priceCents

/** Whether a shown price holds: that of the quantity, or the list price, since some clients ignore price breaks. */
export const isPriceOf = (shownCents: number, quantity: number, prices: Prices) =>
  shownCents === prices.priceCents || shownCents === findUnitCents(quantity, prices)

interface WirePrices {
  price: number
  priceBreaks: readonly { from: number; price: number }[]
}

export function toListPrices({ price, priceBreaks }: WirePrices): Prices {
  const convert = (amount: number) => toCents(amount) ?? 0
  return {
    priceCents: convert(price),
    priceBreaks: priceBreaks.map(({ from, price }) => ({ from, priceCents: convert(price) })),
  }
}

/** What the buyer pays: the prices of their company where it has some, else the list prices. */
export const toPrices = (tool: WirePrices & { companyPrice?: WirePrices | undefined }): Prices =>
  toListPrices(tool.companyPrice ?? tool)
