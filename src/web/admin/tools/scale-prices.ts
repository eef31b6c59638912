import type { Tool } from '#contract/schemas/tools.ts'

/** Prices in dollars, as pages show them. */
export type ShownPrices = Pick<Tool, 'price' | 'priceBreaks'>

export const scalePrice = (dollars: number, factor: number): number =>
  Math.max(1, Math.round(Math.round(dollars * 100) * factor)) / 100

export function scalePrices({ price, priceBreaks }: ShownPrices, newPrice: number, withBreaks: boolean): ShownPrices {
  const factor = newPrice / price
  const scaled = priceBreaks.map(each => ({ ...each, price: scalePrice(each.price, factor) }))
  return { price: newPrice, priceBreaks: withBreaks ? scaled : priceBreaks }
}
