import { Link, useFetcher } from 'react-router'
import { formatAddress } from '#contract/addresses.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { canTakeOrderStep } from '#contract/states/order-status.ts'
import { PoNumberField } from '#web/checkout/po-number-field.tsx'
import { ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { CopyableCode } from '#web/widgets/copyable-code.tsx'
import { useCopy } from '#web/widgets/use-copy.ts'
import type { OrderRights } from './order-rights.ts'

interface OrderFactsProps {
  order: OrderDetails
  rights: OrderRights
  admin: boolean
}

export function OrderFacts({ order, rights, admin }: OrderFactsProps) {
  const { shipTo, billTo, address, phone, note, poNumber, transactionId, userName, userEmail, company } = order
  const isChangeable = rights.mayChange && canTakeOrderStep('change', order.status)
  const deliverTo = [shipTo ? formatAddress(shipTo) : address, phone].filter(text => text !== '').join('\n')
  const copy = useCopy(deliverTo)
  const facts = [
    // The form's field is not printed, so this text is.
    ['Purchase order number', poNumber, isChangeable ? 'not-print:hidden' : ''],
    ['Deliver to', deliverTo],
    ['Bill to', billTo ? formatAddress(billTo) : ''],
    ['Note to the shop', note],
  ] as const
  return (
    <div className="grid content-start gap-4">
      {isChangeable && <PoNumberForm order={order} />}
      <dl className="grid gap-3">
        {company && (
          <div>
            <dt className="font-semibold">Company</dt>
            <dd className="wrap-anywhere">
              {company.name}, customer {company.number}
            </dd>
          </div>
        )}
        {(!rights.isOwn || company) && (
          <div>
            <dt className="font-semibold">{rights.isOwn ? 'Ordered by' : 'Buyer'}</dt>
            <dd className="wrap-anywhere">
              {userName}
              <br />
              {rights.isOwn ? (
                userEmail
              ) : (
                <Link to={`/dashboard/users?${new URLSearchParams({ q: userEmail })}`} className="link">
                  {userEmail}
                </Link>
              )}
            </dd>
          </div>
        )}
        {facts.map(
          ([name, text, className]) =>
            text !== '' && (
              <div key={name} className={className}>
                <dt className="font-semibold">{name}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">
                  {text}
                  {name === 'Deliver to' && admin && copy && (
                    <button type="button" className="btn btn-quiet btn-xs mt-1 flex print:hidden" onClick={copy}>
                      Copy the address
                    </button>
                  )}
                </dd>
              </div>
            ),
        )}
        {transactionId && (
          <div>
            <dt className="font-semibold">Transaction</dt>
            <dd>
              <CopyableCode label="Copy the transaction id">{transactionId}</CopyableCode>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function PoNumberForm({ order: { _id, poNumber } }: { order: OrderDetails }) {
  const fetcher = useFetcher<{
    failure?: string
    errors?: Record<string, string>
    latest?: object
    saved?: string
  } | null>()
  const { failure, errors, latest } = fetcher.data ?? {}
  return (
    <fetcher.Form method="post" className="grid justify-items-start gap-2">
      <input type="hidden" name="intent" value="poNumber" />
      <ShownRecord key={useSavedKey(fetcher)} record={{ poNumber }} latest={latest} />
      <PoNumberField initial={poNumber} error={errors?.poNumber ?? failure} ownOrderId={_id} />
      <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-quiet btn-sm">
        Save the number
      </SubmitButton>
    </fetcher.Form>
  )
}
