const key = 'placedOrder'

interface PlacedOrder {
  orderId: string
  number: number
}

/** Kept until the tab closes or signs out: the cart, to which Back leads, is empty since then. */
export function storePlacedOrder({ orderId, number }: PlacedOrder): void {
  sessionStorage.setItem(key, JSON.stringify({ orderId, number }))
}

/** The order that this tab placed last. */
export const readPlacedOrder = (): PlacedOrder | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')
