import { useState } from 'react'
import { type FetcherWithComponents, Link, useFetcher } from 'react-router'
import { formatMoney } from '#contract/pricing/money.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { canTakeOrderStep, type OrderStep } from '#contract/states/order-status.ts'
import { dayMs, formatDay } from '#contract/time-zones.ts'
import { SaveList } from '#web/cart/save-list.tsx'
import type { CheckoutDraft } from '#web/checkout/checkout-draft.ts'
import { ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { apiClient } from '#web/session/api-client.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { describeOrder } from '#web/ui/text/describe-order.ts'
import { findTimeZone } from '#web/ui/text/format-time.ts'
import { useCurrency } from '#web/ui/text/money.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import { DocumentButton } from './document-button.tsx'
import { computeRefundable } from './fulfilment/refund-form.tsx'
import type { OrderRights } from './order-rights.ts'
import { ShortageList } from './shortage-list.tsx'

interface OrderActionsProps {
  order: OrderDetails
  admin: boolean
  rights: OrderRights
  onRefund: (() => void) | undefined
  onReturn: (() => void) | undefined
}

export function OrderActions({ order, admin, rights, onRefund, onReturn }: OrderActionsProps) {
  const currency = useCurrency()
  const { isOwn, mayChange, mayApprove } = rights
  const can = (step: OrderStep) => canTakeOrderStep(step, order.status)
  const by = admin ? 'shop' : 'buyer'
  const load = (kind: 'proForma' | 'invoice' | 'deliveryNote') => () =>
    apiClient.getOrderDocument({ params: { id: order._id, kind } })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {mayApprove && <Approval isShop={admin} />}
      {can('pay') && isOwn && (
        <Link to={`/dashboard/payment/${order._id}`} className="btn btn-primary btn-sm">
          Pay {formatMoney(order.totalPrice, currency)}
        </Link>
      )}
      {can('change') && mayChange && (
        <ConfirmRowAction
          question="Change this order?"
          detail={`It is cancelled, and its tools go back into your cart, where you change what you like and order again.${order.heldUntil ? ' The pieces are no longer held for you.' : ''}`}
          fields={{ intent: 'change', orderNumber: String(order.number), draft: JSON.stringify(toDraft(order)) }}
          label="Change this order"
          className="btn-quiet"
        >
          Change this order
        </ConfirmRowAction>
      )}
      {isOwn && !admin && (
        <>
          <Link to="again" className="btn btn-quiet btn-sm">
            {order.cancelledReason === '' ? 'Order again' : 'Put back into the cart'}
          </Link>
          <SaveList lines={order.lines} className="btn-sm" />
        </>
      )}
      {admin && can('pay') && <BankTransfer />}
      {admin && can('hold') && <Hold order={order} />}
      {onReturn && (
        <Button className="btn btn-quiet btn-sm" onClick={onReturn}>
          Return pieces
        </Button>
      )}
      {onRefund && (
        <Button className="btn btn-quiet btn-sm" onClick={onRefund}>
          {computeRefundable(order) > 0 ? 'Refund' : 'Release pieces'}
        </Button>
      )}
      {can('cancel') && (admin || (mayChange && !mayApprove)) && (
        <ConfirmRowAction
          question="Are you sure to cancel this order?"
          detail={describeOrder(order, currency)}
          fields={{ intent: 'cancel', by }}
          label="Cancel"
          className="btn-delete"
        >
          Cancel
        </ConfirmRowAction>
      )}
      {order.status === 'unpaid' && <DocumentButton load={load('proForma')}>Pro forma (PDF)</DocumentButton>}
      {order.paid && (
        <>
          <DocumentButton load={load('invoice')}>Invoice (PDF)</DocumentButton>
          {order.status !== 'closed' && (
            <DocumentButton load={load('deliveryNote')}>Delivery note (PDF)</DocumentButton>
          )}
        </>
      )}
      <Button className="btn btn-quiet btn-sm" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

/** The shop cancels instead of declining. */
function Approval({ isShop }: { isShop: boolean }) {
  return (
    <>
      <ConfirmRowAction
        question="Approve this order?"
        detail="The buyer is told, and can pay."
        tone="primary"
        fields={{ intent: isShop ? 'approveAny' : 'approve' }}
        label="Approve"
        className="btn-primary"
      >
        Approve
      </ConfirmRowAction>
      {!isShop && (
        <ConfirmRowAction
          question="Decline this order?"
          detail="It is cancelled, and its buyer is told why."
          questionFields={errors => (
            <TextArea label="Reason, for the buyer" name="reason" rows={3} required error={errors.reason} />
          )}
          fields={{ intent: 'decline' }}
          label="Decline"
          className="btn-delete"
        >
          Decline
        </ConfirmRowAction>
      )}
    </>
  )
}

function toDraft({ poNumber, note, lines, shipTo, billTo }: OrderDetails): CheckoutDraft {
  const references = lines.filter(({ reference }) => reference !== '')
  const toFields = (prefix: string, address: object | null): [string, string][] =>
    address
      ? [
          [prefix, 'new'],
          ...Object.entries(address).map(([name, value]) => [`${prefix}.${name}`, value] as [string, string]),
        ]
      : []
  return Object.fromEntries([
    ['poNumber', poNumber],
    ['note', note],
    ...(billTo ? [] : [['sameAddress', 'on']]),
    ...toFields('shipTo', shipTo),
    ...toFields('billTo', billTo),
    ...references.map(({ toolId, reference }) => [`reference.${toolId}`, reference]),
  ])
}

interface StockOutcome {
  failure?: string
  errors?: Record<string, string>
  shortages?: readonly string[]
  latest?: object
  saved?: string
}

function BankTransfer() {
  const fetcher = useFetcher<StockOutcome | null>()
  const [isOpen, setOpen] = useState(false)
  const { errors, shortages = [] } = fetcher.data ?? {}
  function open() {
    fetcher.reset()
    setOpen(true)
  }
  return (
    <>
      <Button className="btn btn-quiet btn-sm" onClick={open}>
        Paid by bank transfer
      </Button>
      {isOpen && (
        <Dialog title="Paid by bank transfer" onClose={() => setOpen(false)}>
          <fetcher.Form method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="transfer" />
            <p>The order’s card payment is cancelled first. This is recorded in the admin actions.</p>
            <Field label="Reference of the transfer" name="reference" required error={errors?.reference} />
            <FormError>{errors?.reference ? undefined : fetcher.data?.failure}</FormError>
            {shortages.length > 0 && (
              <div className="grid gap-3">
                <ShortageList lines={shortages} />
                <p>
                  Nothing is recorded yet. Take what is there, and send the money for the rest back; or cancel the
                  order, and send all of it back.
                </p>
              </div>
            )}
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Close
              </button>
              {shortages.length > 0 && (
                <button
                  type="submit"
                  name="isPartial"
                  value="on"
                  className="btn btn-quiet"
                  disabled={fetcher.state !== 'idle'}
                >
                  Take what is there
                </button>
              )}
              <SubmitButton busy={fetcher.state !== 'idle'}>Mark as paid</SubmitButton>
            </div>
          </fetcher.Form>
        </Dialog>
      )}
    </>
  )
}

function Hold({ order: { heldUntil } }: { order: OrderDetails }) {
  const fetcher = useFetcher<StockOutcome | null>()
  return <OpenableHold key={useSavedKey(fetcher)} heldUntil={heldUntil} fetcher={fetcher} />
}

interface OpenableHoldProps extends Pick<OrderDetails, 'heldUntil'> {
  fetcher: FetcherWithComponents<StockOutcome | null>
}

function OpenableHold({ heldUntil, fetcher }: OpenableHoldProps) {
  const [isOpen, setOpen] = useState(false)
  const { failure, shortages = [] } = fetcher.data ?? {}
  function open() {
    fetcher.reset()
    setOpen(true)
  }
  return (
    <>
      <Button className="btn btn-quiet btn-sm" onClick={open}>
        {heldUntil ? 'Hold longer or shorter' : 'Hold until …'}
      </Button>
      {isOpen && (
        <Dialog title="Hold the pieces" onClose={() => setOpen(false)}>
          <fetcher.Form method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="hold" />
            <ShownRecord record={{ until: heldUntil }} latest={fetcher.data?.latest} />
            <p>The pieces leave the stock, and the buyer is told.</p>
            <Field
              label="Hold until the end of"
              name="until"
              type="date"
              required
              min={toDay(Date.now())}
              defaultValue={toDay(heldUntil ?? Date.now() + 7 * dayMs)}
            />
            <FormError>{failure}</FormError>
            {shortages.length > 0 && <ShortageList lines={shortages} />}
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Close
              </button>
              <SubmitButton busy={fetcher.state !== 'idle'}>Hold</SubmitButton>
            </div>
          </fetcher.Form>
        </Dialog>
      )}
      {heldUntil && (
        <ConfirmRowAction
          question="End the hold of this order?"
          detail="Its pieces go back into the stock. The order can still be paid."
          fields={{ intent: 'endHold' }}
          label="End the hold"
          className="btn-quiet"
        >
          End the hold
        </ConfirmRowAction>
      )}
    </>
  )
}

const toDay = (time: number | string) => formatDay(new Date(time), findTimeZone())
