import type { Tool } from '#contract/schemas/tools.ts'

/** In dollars, as pages show them. */
export type ShownPrices = Pick<Tool, 'price' | 'priceBreaks'>

/** At least one cent. */
export const scalePrice = (dollars: number, factor: number): number =>
  Math.max(1, Math.round(Math.round(dollars * 100) * factor)) / 100

/** The same tool for another price, its breaks in proportion if they are to follow. */
export function scalePrices({ price, priceBreaks }: ShownPrices, newPrice: number, withBreaks: boolean): ShownPrices {
  const factor = newPrice / price
  const scaled = priceBreaks.map(each => ({ ...each, price: scalePrice(each.price, factor) }))
  return { price: newPrice, priceBreaks: withBreaks ? scaled : priceBreaks }
}
