import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { isToShip } from '#contract/states/order-status.ts'
import { DocumentButton } from '#web/orders/document-button.tsx'
import { shipFormId } from '#web/orders/fulfilment/ship-form-id.ts'
import { apiClient } from '#web/session/api-client.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { useMoney } from '#web/ui/text/money.tsx'

interface OrderRowDetailsProps {
  order: Order
  /** Otherwise it is shown to an admin. */
  isOwn?: boolean
  children?: ReactNode
}

export function OrderRowDetails({ order, isOwn = false, children }: OrderRowDetailsProps) {
  const formatMoney = useMoney()
  const { _id, lines, lineCount, address, phone, userEmail, poNumber, placedAt, heldUntil } = order
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <ul aria-label={`Lines of order ${order.number}`} className="grid content-start gap-y-1 tabular-nums">
        {lines.map(line => (
          <li
            key={line.toolId}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)_auto] gap-x-3 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]"
          >
            <span className="text-end whitespace-nowrap">{formatNumber(line.quantity)} ×</span>
            <span className="flex flex-wrap gap-x-3">
              <strong className="font-semibold">{line.toolName}</strong>
              <span className="text-muted">{line.sku}</span>
              <span className="text-muted">{formatMoney(line.price)} each</span>
            </span>
            <span className="ps-4 text-end">{formatMoney(line.totalPrice)}</span>
          </li>
        ))}
        {lineCount > lines.length && <li className="text-muted sm:ps-21">and {lineCount - lines.length} more</li>}
      </ul>
      <address className="whitespace-pre-line not-italic">{[address, phone].filter(Boolean).join('\n')}</address>
      <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4">
        {!isOwn && (
          <>
            <dt className="text-muted">Email</dt>
            <dd>
              <Email>{userEmail}</Email>
            </dd>
          </>
        )}
        <dt className="text-muted">Placed</dt>
        <dd>{formatTime(placedAt)}</dd>
        {poNumber !== '' && (
          <>
            <dt className="text-muted">PO number</dt>
            <dd>{poNumber}</dd>
          </>
        )}
        {heldUntil && (
          <>
            <dt className="text-muted">Held until</dt>
            <dd>{formatTime(heldUntil)}</dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap items-start gap-2">
        <Link to={`/dashboard/orders/${_id}`} className="btn btn-quiet btn-sm">
          Open
        </Link>
        {!isOwn && isToShip(order) && (
          <Link to={`/dashboard/orders/${_id}#${shipFormId}`} className="btn btn-quiet btn-sm">
            Ship
          </Link>
        )}
        {order.paid && (
          <DocumentButton load={() => apiClient.getOrderDocument({ params: { id: _id, kind: 'invoice' } })}>
            Invoice (PDF)
          </DocumentButton>
        )}
        {children}
      </div>
    </div>
  )
}

function Email({ children }: { children: string }) {
  const [name, domain] = children.split('@')
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}
