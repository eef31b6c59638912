import { tabTexts } from '#web/browser-storage.ts'

const key = 'placedOrder'

interface PlacedOrder {
  orderId: string
  number: number
}

/** Kept until the tab closes or signs out, since Back leads to the cart, which is empty after the order. */
export function storePlacedOrder({ orderId, number }: PlacedOrder): void {
  tabTexts.write(key, JSON.stringify({ orderId, number }))
}

export const readPlacedOrder = (): PlacedOrder | null => JSON.parse(tabTexts.read(key) ?? 'null')
