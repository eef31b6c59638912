import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Return, Shipment } from '#contract/schemas/fulfilment.ts'
import type { Order, OrderDetails } from '#contract/schemas/orders.ts'
import { isToShip } from '#contract/states/order-status.ts'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { accountContext } from '#web/session/middleware.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { Status } from '#web/ui/status.tsx'
import type { Route } from './+types/order-page'
import { computeRefundable, isRefundable, RefundForm } from './fulfilment/refund-form.tsx'
import { Disputes, Refunds } from './fulfilment/refunds.tsx'
import { isReturnable, ReturnForm } from './fulfilment/return-form.tsx'
import { Returns } from './fulfilment/returns.tsx'
import { ShipForm } from './fulfilment/ship-form.tsx'
import { shipFormId } from './fulfilment/ship-form-id.ts'
import { Shipments } from './fulfilment/shipments.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { ApprovalState, OrderHistory, OrderStatusLine } from './order-history.tsx'
import { handleIntent } from './order-intents.ts'
import { OrderLines } from './order-lines.tsx'
import { findRights } from './order-rights.ts'

export { MissingOrder as ErrorBoundary } from './missing-order.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { email } = context.get(accountContext)
  const [order, { areas, role }] = await Promise.all([
    getOrNotFound(client.getOrderDetails({ params }), 'order'),
    client.getMembership({}),
  ])
  const admin = areas.includes('orders')
  return {
    order,
    admin,
    rights: findRights(order, { email, admin, role }),
    next: admin ? await findNextToShip(client, params.id) : undefined,
  }
}

async function findNextToShip(client: Client, id: string): Promise<Order | undefined> {
  const waiting = await client.listAllOrders({ query: { state: 'toShip', sort: 'oldest', limit: 20 } }).catch(() => [])
  return waiting.find(order => order._id !== id && isToShip(order))
}

export const clientAction = (action: Route.ClientActionArgs) => handleIntent(action)

interface OpenForm {
  kind: 'refund' | 'return'
  version: string
  returnRequest?: Return | undefined
}

const toVersion = ({ _id, returns }: OrderDetails) => `${_id} ${returns.length}`

export const meta = titleMeta('Order')

export default function OrderPage({ loaderData: { order, admin, rights, next } }: Route.ComponentProps) {
  const [form, setForm] = useState<OpenForm>()
  // A return's form closes when its submit changes the order; both do on another order's page.
  const isOpen = (kind: OpenForm['kind']) => form?.kind === kind && form.version === toVersion(order)
  const heading = useKeptFocus(order)
  const opener = useRef<Element>(null)
  function open(kind: OpenForm['kind'], returnRequest?: Return) {
    opener.current = document.activeElement
    setForm({ kind, version: toVersion(order), returnRequest })
  }
  function close() {
    setForm(undefined)
    // Safari does not focus a button that is clicked.
    const button = opener.current === document.body ? heading.current : opener.current
    if (button instanceof HTMLElement) button.focus()
  }
  const closeWhenSaved = useCallback(() => setForm(undefined), [])
  const canRefund = admin && isRefundable(order)
  const waits = admin && order.returns.some(({ state }) => state === 'requested')
  const returns = (
    <Returns
      key="returns"
      order={order}
      admin={admin}
      mayWithdraw={rights.mayChange}
      onRefund={canRefund && computeRefundable(order) > 0 ? returnRequest => open('refund', returnRequest) : undefined}
    />
  )
  const parts = (
    <Fragment key="parts">
      <OrderLines order={order} />
      {admin && isToShip(order) && <ShipForm key={order._id} order={order} />}
      {canRefund && isOpen('refund') && (
        <RefundForm
          key={`${order._id} ${form?.returnRequest?._id}`}
          order={order}
          returnRequest={form?.returnRequest}
          onClose={close}
          onSaved={closeWhenSaved}
        />
      )}
      {isOpen('return') && <ReturnForm order={order} onClose={close} />}
      <Shipments order={order} admin={admin} />
      <Refunds order={order} admin={admin} />
    </Fragment>
  )
  const { storeName } = usePageSettings()
  const newShipment = useNewShipment(order)
  const nextToShip = next && (
    <Link id={nextId} to={`/dashboard/orders/${next._id}#${shipFormId}`} className="link py-1.5 font-semibold">
      Next to ship: {next.number}
    </Link>
  )
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="font-display text-2xl not-print:hidden">{storeName}</p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="section-title">
          Order {order.number}
        </h1>
        <OrderStatusLine order={order} />
        <nav aria-label="Orders" className="flex grow flex-wrap justify-between gap-x-4 text-sm print:hidden">
          {!newShipment && nextToShip}
          <Link
            to={admin && !rights.isOwn ? '/dashboard/manageAllOrders' : '/dashboard'}
            className="link ml-auto py-1.5"
          >
            All orders
          </Link>
        </nav>
      </div>
      <ApprovalState order={order} />
      {newShipment && (
        <p className="flex flex-wrap items-center gap-x-4">
          <Status kind="success" wraps>
            {describeShipment(order, newShipment)}
          </Status>
          {nextToShip}
        </p>
      )}
      <OrderActions
        order={order}
        admin={admin}
        rights={rights}
        onRefund={canRefund ? () => open('refund') : undefined}
        onReturn={rights.mayReturn && isReturnable(order, admin) ? () => open('return') : undefined}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Disputes disputes={order.disputes} />
          {waits ? [returns, parts] : [parts, returns]}
        </div>
        <div className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4 text-sm max-lg:sm:grid-cols-2 print:order-first lg:top-19 lg:tall:sticky">
          <OrderFacts order={order} rights={rights} admin={admin} />
          <OrderHistory order={order} />
        </div>
      </div>
    </section>
  )
}

const nextId = 'next-to-ship'

/** The last shipment, if it was made while the page showed the order. */
function useNewShipment({ _id, shipments }: OrderDetails): Shipment | undefined {
  const [shown, setShown] = useState({ _id, count: shipments.length })
  if (shown._id !== _id) setShown({ _id, count: shipments.length })
  return shown._id === _id && shipments.length > shown.count ? shipments.at(-1) : undefined
}

function describeShipment({ number }: OrderDetails, { lines, carrier, trackingNumber }: Shipment): string {
  const pieces = formatPieceCount(lines.reduce((sum, { quantity }) => sum + quantity, 0))
  const parcel = [carrier, trackingNumber].filter(text => text !== '').join(' ')
  return [`Order ${number}: ${pieces} shipped`, parcel].filter(text => text !== '').join(', ')
}

/** Focuses the next order to ship after a shipment, and the heading if the focused element is gone. */
function useKeptFocus(order: OrderDetails) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(order)
  useEffect(() => {
    const isSameOrder = shown.current._id === order._id
    const hasLostFocus = document.activeElement === document.body
    const wasShipped = order.shipments.length > shown.current.shipments.length
    if (isSameOrder && shown.current !== order && hasLostFocus) {
      const next = wasShipped ? document.getElementById(nextId) : null
      const target = next ?? heading.current
      target?.focus()
    }
    shown.current = order
  }, [order])
  return heading
}
