const key = 'placedOrder'

interface PlacedOrder {
  orderId: string
  number: number
}

/** Kept until the tab closes or signs out, since Back leads to the cart, which is empty after the order. */
export function storePlacedOrder({ orderId, number }: PlacedOrder): void {
  sessionStorage.setItem(key, JSON.stringify({ orderId, number }))
}

export const readPlacedOrder = (): PlacedOrder | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')
