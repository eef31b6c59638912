import type { Tool } from '#contract/schemas/tools.ts'

export type ShownPrices = Pick<Tool, 'price' | 'priceBreaks'>

export const scalePrice = (price: number, factor: number): number =>
  Math.max(1, Math.round(Math.round(price * 100) * factor)) / 100

export function scalePrices({ price, priceBreaks }: ShownPrices, newPrice: number, withBreaks: boolean): ShownPrices {
  const factor = newPrice / price
  const scaled = priceBreaks.map(each => ({ ...each, price: scalePrice(each.price, factor) }))
  return { price: newPrice, priceBreaks: withBreaks ? scaled : priceBreaks }
}
