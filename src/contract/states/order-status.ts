export type OrderState = 'placed' | 'confirmed' | 'cancelled'

/** Fulfilment of a paid order. `closed`: no piece was shipped and no piece is left to ship. */
export const fulfilments = ['open', 'partial', 'shipped', 'closed'] as const
type Fulfilment = (typeof fulfilments)[number]

export const orderStatuses = ['cancelled', 'waiting', 'unpaid', ...fulfilments] as const
export type OrderStatus = (typeof orderStatuses)[number]

interface StoredOrder {
  state: OrderState
  approval: 'waiting' | 'granted' | null
  paidAt: Date | null
  fulfilment: Fulfilment
}

/**
 * `waiting`: for approval by the buyer's company. An unpaid order is `placed`, or `confirmed` while its pieces are held or its
 * card is being captured.
 */
export function toOrderStatus(order: StoredOrder): OrderStatus {
  if (order.state === 'cancelled') return 'cancelled'
  if (order.approval === 'waiting') return 'waiting'
  return order.paidAt ? order.fulfilment : 'unpaid'
}

const orderSteps = {
  pay: ['unpaid'],
  approve: ['waiting'],
  change: ['waiting', 'unpaid'],
  hold: ['unpaid'],
  cancel: ['waiting', 'unpaid'],
  ship: ['open', 'partial'],
  refund: fulfilments,
} as const satisfies Record<string, readonly OrderStatus[]>

export type OrderStep = keyof typeof orderSteps

export const canTakeOrderStep = (step: OrderStep, status: OrderStatus): boolean =>
  orderSteps[step].some(each => each === status)

type ShownStatus = OrderStatus | 'refunded' | 'disputed'

interface ShownOrder {
  status: OrderStatus
  disputed: boolean
  refundedTotal: number
  totalPrice: number
}

/** Both amounts are in cents, or neither. */
export function toDisplayStatus(order: ShownOrder): ShownStatus {
  const { status, disputed, refundedTotal, totalPrice } = order
  if (disputed) return 'disputed'
  if (['cancelled', 'waiting', 'unpaid', 'shipped'].includes(status)) return status
  const isRefunded = refundedTotal >= totalPrice || (status === 'closed' && refundedTotal > 0)
  return isRefunded ? 'refunded' : status
}

export const isToShip = (order: ShownOrder): boolean =>
  ['open', 'partial'].some(status => status === toDisplayStatus(order))

export const statusWords = {
  waiting: 'Waiting for approval',
  unpaid: 'Unpaid',
  open: 'To be shipped',
  partial: 'Shipped in part',
  shipped: 'Shipped',
  closed: 'Nothing to ship',
  refunded: 'Refunded',
  disputed: 'Disputed',
  cancelled: 'Cancelled',
} as const satisfies Record<ShownStatus, string>
