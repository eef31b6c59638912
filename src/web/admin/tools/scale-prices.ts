import type { Tool } from '#contract/schemas/tools.ts'

export type DollarPrices = Pick<Tool, 'price' | 'priceBreaks'>

export const scalePrice = (dollars: number, factor: number): number =>
  Math.max(1, Math.round(Math.round(dollars * 100) * factor)) / 100

export function scalePrices({ price, priceBreaks }: DollarPrices, newPrice: number, withBreaks: boolean): DollarPrices {
  const factor = newPrice / price
  const scaled = priceBreaks.map(each => ({ ...each, price: scalePrice(each.price, factor) }))
  return { price: newPrice, priceBreaks: withBreaks ? scaled : priceBreaks }
}
