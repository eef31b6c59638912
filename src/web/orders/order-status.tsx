import type { Order } from '#contract/schemas/orders.ts'
import { statusWords, toDisplayStatus } from '#contract/states/order-status.ts'
import { Status } from '#web/ui/status.tsx'
import { Money } from '#web/ui/text/money.tsx'

const kinds = {
  waiting: 'waiting',
  unpaid: 'waiting',
  open: 'waiting',
  partial: 'waiting',
  shipped: 'success',
  closed: 'error',
  refunded: 'error',
  disputed: 'error',
  cancelled: 'error',
} as const

type StatusFields = Pick<Order, 'status' | 'disputed' | 'refundedTotal' | 'totalPrice'>

export function OrderStatusLabel({ order, openWord = statusWords.open }: { order: StatusFields; openWord?: string }) {
  const status = toDisplayStatus(order)
  return (
    <Status kind={kinds[status]} wraps>
      {status === 'open' ? openWord : statusWords[status]}
    </Status>
  )
}

export const DeliveryStatus = ({ order }: { order: StatusFields }) => (
  <OrderStatusLabel order={order} openWord="Pending..." />
)

export const PaidStatus = ({ order: { refundedTotal } }: { order: StatusFields }) => (
  <>
    <Status kind="success">Paid</Status>
    {refundedTotal > 0 && (
      <small className="whitespace-nowrap text-muted">
        <Money of={refundedTotal} /> refunded
      </small>
    )}
  </>
)
