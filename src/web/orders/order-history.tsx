import type { OrderDetails } from '#contract/schemas/orders.ts'
import { isToShip } from '#contract/states/order-status.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { Status } from '#web/ui/status.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { OrderStatusLabel } from './order-status.tsx'

export function OrderStatusLine({ order }: { order: OrderDetails }) {
  const hasFailedRefund = order.refunds.some(({ state }) => state === 'failed')
  return (
    <div className="flex flex-wrap gap-x-4 pb-1">
      {hasFailedRefund && <Status kind="error">Refund failed</Status>}
      <OrderStatusLabel order={order} />
      {order.returns.some(({ state }) => state === 'requested') && <Status kind="waiting">Return requested</Status>}
    </div>
  )
}

const cancelledBy = {
  buyer: 'Cancelled by its buyer',
  shop: 'Cancelled by the shop',
  expiry: 'Cancelled, as it was not paid in time',
  company: 'Cancelled by the company',
} as const

/** Why the order waits, or was declined. */
export function ApprovalState({ order: { status, cancelledReason } }: { order: OrderDetails }) {
  if (status !== 'waiting' && cancelledReason === '') return null
  return (
    <p className="border-s-4 border-primary bg-base-100 px-4 py-2 wrap-anywhere">
      {status === 'waiting'
        ? 'Waiting for a manager: the buyer’s orders of the last 24 hours come to more than their amount. The prices are kept.'
        : `Declined: ${cancelledReason}`}
    </p>
  )
}

export function OrderHistory({ order }: { order: OrderDetails }) {
  const { placedAt, paidAt, shippedAt, cancelledAt, refundedAt, heldUntil, expiresAt, shipments } = order
  const formatMoney = useMoney()
  const { dispatchTime } = usePageSettings()
  const [first] = shipments
  const refunds = order.refunds.filter(({ amount, state }) => amount > 0 && state !== 'failed' && state !== 'closed')
  const cancelled = order.cancelledReason
    ? 'Declined by the company'
    : order.cancelledBy && cancelledBy[order.cancelledBy]
  const steps = [
    ['Placed', placedAt],
    ['Approved', order.approvedAt],
    [order.paymentMethod === 'transfer' ? 'Paid by bank transfer' : 'Paid by card', paidAt],
    ...(first && (shipments.length > 1 || shippedAt === null) ? [['First shipment', first.shippedAt] as const] : []),
    ['Shipped', shippedAt],
    [cancelled ?? 'Cancelled', cancelledAt],
    ['Return requested', order.returns[0]?.requestedAt],
    ['Late payment sent back', refundedAt],
    [`${refunds.length > 1 ? 'First refund' : 'Refund'} of ${formatMoney(refunds[0]?.amount ?? 0)}`, refunds[0]?.time],
  ] as const
  return (
    <div className="grid content-start gap-3">
      <h2 className="text-lg">What happened</h2>
      <ol className="grid gap-2 border-l-3 border-base-300 pl-4">
        {steps.map(
          ([name, time]) =>
            time && (
              <li key={name}>
                <strong>{name}</strong>
                <time dateTime={time} className="block text-muted">
                  {formatTime(time)}
                </time>
              </li>
            ),
        )}
        {isToShip(order) && dispatchTime !== '' && <li className="text-muted">Ships {dispatchTime}.</li>}
        {heldUntil && <li className="text-muted">The pieces are held until {formatTime(heldUntil)}.</li>}
        {expiresAt && (
          <li className="text-muted">
            The pieces are not held. The order is cancelled on {formatTime(expiresAt)} if it is not{' '}
            {order.status === 'waiting' ? 'approved' : 'paid'}.
          </li>
        )}
      </ol>
    </div>
  )
}
