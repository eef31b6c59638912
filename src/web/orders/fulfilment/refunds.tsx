import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Dispute, Refund } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { findArrivalOnCard } from '#contract/states/refund-days.ts'
import { DocumentButton } from '#web/orders/document-button.tsx'
import { apiClient } from '#web/session/api-client.ts'
import { Status } from '#web/ui/status.tsx'
import { formatDate, formatTime } from '#web/ui/text/format-time.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { FailedRefund } from './failed-refund.tsx'

const states = {
  pending: ['waiting', 'Under way'],
  succeeded: ['success', 'Refunded'],
  failed: ['error', 'Failed'],
  closed: ['error', 'Closed'],
} as const

export function Refunds({ order, admin }: { order: OrderDetails; admin: boolean }) {
  const { refunds, lateRefunds } = order
  const late = lateRefunds.length === 1 ? 'Refund of a late payment' : `${lateRefunds.length} refunds of late payments`
  return (
    <>
      <RefundList
        title={refunds.length === 1 ? 'Refund' : `${refunds.length} refunds`}
        refunds={refunds}
        lines={order.lines}
        admin={admin}
        isRetriable={!order.disputed}
      />
      <RefundList title={late} refunds={lateRefunds} lines={order.lines} admin={admin} isRetriable />
    </>
  )
}

const isOnItsWayToCard = ({ amount, reference, state, time }: Refund) =>
  amount > 0 && reference === '' && state === 'succeeded' && findArrivalOnCard(new Date(time)).getTime() > Date.now()

interface RefundListProps {
  title: string
  refunds: readonly Refund[]
  lines: OrderDetails['lines']
  admin: boolean
  /** False while the payment is disputed: its money is not the shop's. */
  isRetriable: boolean
}

function RefundList({ title, refunds, lines, admin, isRetriable }: RefundListProps) {
  const formatMoney = useMoney()
  if (refunds.length === 0) return null
  const findToolName = (toolId: string) => lines.find(line => line.toolId === toolId)?.toolName
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{title}</h2>
      <ol className="grid gap-2">
        {refunds.map(refund => (
          <li key={refund._id} className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
              <h3 className="text-lg tabular-nums">
                {refund.amount > 0 ? formatMoney(refund.amount) : 'Pieces only'},{' '}
                <time dateTime={refund.time}>{formatTime(refund.time)}</time>
              </h3>
              {refund.amount > 0 && <Status kind={states[refund.state][0]}>{states[refund.state][1]}</Status>}
            </div>
            {refund.reason !== '' && <p className="wrap-anywhere">{refund.reason}</p>}
            {refund.reference !== '' && <p className="wrap-anywhere">By bank transfer, reference {refund.reference}</p>}
            {isOnItsWayToCard(refund) && (
              <p>Usually on the card by {formatDate(findArrivalOnCard(new Date(refund.time)).toISOString())}.</p>
            )}
            <ul className="grid gap-1">
              {refund.lines.map(({ toolId, quantity, restocked }) => (
                <li key={toolId} className="wrap-anywhere">
                  {formatPieceCount(quantity)} of {findToolName(toolId)}
                  {admin && (restocked ? ', back in the stock' : ', written off')}
                </li>
              ))}
            </ul>
            {refund.credited.length > 0 && (
              <p className="wrap-anywhere">
                For shipped pieces:{' '}
                {refund.credited.map(({ toolId, quantity }) => `${quantity} × ${findToolName(toolId)}`).join(', ')}
              </p>
            )}
            {refund.closeReason !== '' && <p className="wrap-anywhere">Closed: {refund.closeReason}</p>}
            {admin && refund.state === 'failed' && <FailedRefund refund={refund} isRetriable={isRetriable} />}
            {refund.hasCreditNote && (
              <div className="flex flex-wrap gap-3">
                <DocumentButton load={() => apiClient.getCreditNote({ params: { id: refund._id } })}>
                  Credit note (PDF)
                </DocumentButton>
                {refund.hasCancellation && (
                  <DocumentButton
                    load={() =>
                      apiClient.getCreditNote({ params: { id: refund._id }, query: { cancellation: 'true' } })
                    }
                  >
                    Its cancellation (PDF)
                  </DocumentButton>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const outcomes = {
  inquiry:
    'This is a question from the bank, and no money is taken yet: answer it at the payment provider, or refund the order.',
  open: 'Answer it at the payment provider. Until it is won, the order is neither shipped nor refunded.',
  lost: 'It was lost: the money is the buyer’s again.',
  won: 'It was won: the money is the shop’s.',
} as const

export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  const formatMoney = useMoney()
  return disputes.map(({ _id, amount, reason, state, openedAt, dueAt }) => (
    <section key={_id} className="grid gap-2 rounded-box border border-base-300 bg-base-100 p-4">
      <h2 className="text-xl">
        {state === 'inquiry' ? 'Inquiry about' : 'Dispute of'} {formatMoney(amount)}
      </h2>
      <p>
        The holder of the card {state === 'inquiry' ? 'asked about' : 'disputed'} the payment on {formatTime(openedAt)}:{' '}
        {reason.replaceAll('_', ' ')}. {outcomes[state]}
        {state === 'open' && dueAt && ` It can be answered until ${formatTime(dueAt)}.`}
      </p>
    </section>
  ))
}
