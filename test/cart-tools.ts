import type { CartTool } from '#contract/schemas/carts.ts'

export const createCartTool = (sku: string, terms: Partial<CartTool> = {}): CartTool => ({
  _id: `id of ${sku}`,
  name: `Tool ${sku}`,
  image: '/images/jigsaw-800.webp',
  price: 10,
  minimum: 1,
  available: 1000,
  sku,
  increment: 1,
  unitLabel: '',
  priceBreaks: [],
  taxPercent: null,
  discontinued: false,
  replacementId: null,
  ...terms,
})
