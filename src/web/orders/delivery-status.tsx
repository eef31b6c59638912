import { isRefunded } from '#contract/money.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { Status } from '#web/ui/status.tsx'

/** Of what was shipped or given back; undefined while nothing was shipped and something is to be. */
export function describeDelivery(order: Order) {
  const { deliveryStatus, nothingToShip, partlyShipped, refundedTotal, totalPrice } = order
  if (deliveryStatus) return ['success', 'Shipped'] as const
  if (isRefunded(refundedTotal, totalPrice, nothingToShip)) return ['error', 'Refunded'] as const
  if (nothingToShip) return ['error', 'Nothing to ship'] as const
  return partlyShipped ? (['waiting', 'Shipped in part'] as const) : undefined
}

export function DeliveryStatus({ order }: { order: Order }) {
  const [kind, text] = describeDelivery(order) ?? (['waiting', 'Pending...'] as const)
  return (
    <Status kind={kind} wraps>
      {text}
    </Status>
  )
}
