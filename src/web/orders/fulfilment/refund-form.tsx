import { type FormEvent, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { InputOf } from '#contract/client.ts'
import { type Currency, getSign } from '#contract/pricing/currencies.ts'
import { formatMoney } from '#contract/pricing/money.ts'
import { computeTotals } from '#contract/pricing/totals.ts'
import type { Return } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { findArrivalOnCard } from '#contract/states/refund-days.ts'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { formatDate } from '#web/ui/text/format-time.ts'
import { FormFailure, type PieceFailure, PieceFields, readPieceLines, shippedPrefix } from './piece-fields.tsx'

const restockedPrefix = 'restocked.'

export function readRefund(form: FormData): InputOf<'refundOrder'>['body'] {
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  const { errors, readDecimal } = createNumberReader(form)
  const amount = readDecimal('amount')
  if (errors.amount) throw new FormFailure({ failure: '', pieceErrors: {}, errors })
  return {
    lines: readPieceLines(form).map(line => ({ ...line, restocked: form.has(`${restockedPrefix}${line.toolId}`) })),
    credited: readPieceLines(form, shippedPrefix),
    amount,
    reason: readText('reason'),
    reference: readText('reference'),
    shownRefunds: Number(readText('shownRefunds')),
    ...(form.has('returnId') && { returnId: readText('returnId') }),
  }
}

export function focus(heading: HTMLElement | null) {
  heading?.focus()
  heading?.closest('form')?.scrollIntoView({ block: 'nearest' })
}

export const computeRefundable = ({ totalPrice, refundedTotal, disputed }: OrderDetails) =>
  disputed ? 0 : Math.max(0, Math.round(totalPrice * 100) - Math.round(refundedTotal * 100)) / 100

export const isRefundable = (order: OrderDetails) =>
  order.paid &&
  order.disputes.every(({ state }) => state !== 'open') &&
  (computeRefundable(order) > 0 || order.lines.some(({ left }) => left > 0))

/** What the pieces cost, with the tax that is added to them. */
function sumPieces(
  { lines }: OrderDetails,
  pieces: ReturnType<typeof readPieceLines>,
  pricesIncludeTax: boolean,
): number {
  const chosen = pieces.map(({ toolId, quantity }) => {
    const { price = 0, taxPercent = 0 } = lines.find(line => line.toolId === toolId) ?? {}
    return { totalCents: Math.round(price * 100) * quantity, taxPercent }
  })
  return computeTotals(chosen, pricesIncludeTax).grossCents / 100
}

const toReceived = ({ toolId, quantity, received }: Return['lines'][number]) => ({
  toolId,
  quantity: received ?? quantity,
})

interface RefundFormProps {
  order: OrderDetails
  returnRequest: Return | undefined
  onClose: () => void
  onSaved: () => void
}

export function RefundForm({ order, returnRequest, onClose, onSaved }: RefundFormProps) {
  const { currency, pricesIncludeTax } = usePageSettings()
  const fetcher = useFetcher<Partial<PieceFailure & { saved: string }> | null>()
  const isSaved = fetcher.data?.saved !== undefined
  useEffect(() => {
    if (isSaved) onSaved()
  }, [isSaved, onSaved])
  const [refundId] = useState(() => createId())
  const refundable = computeRefundable(order)
  const shipped = returnRequest
    ? []
    : order.lines.map(line => ({ ...line, left: line.returnable })).filter(({ left }) => left > 0)
  const toAmount = (sum: number) => (sum > 0 ? Math.min(sum, refundable).toFixed(2) : '')
  const [amount, setAmount] = useState(
    returnRequest ? toAmount(sumPieces(order, returnRequest.lines.map(toReceived), pricesIncludeTax)) : '',
  )
  const [isTyped, setTyped] = useState(false)
  const { failure, pieceErrors = {}, shippedErrors = {}, errors = {} } = fetcher.data ?? {}
  const unshipped = returnRequest ? [] : order.lines.filter(({ left }) => left > 0)
  const showsFailure =
    Object.keys(pieceErrors).length + Object.keys(shippedErrors).length === 0 &&
    (refundable === 0 || !(errors.amount || errors.reference || errors.reason))

  function followPieces({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !/^(pieces|shipped)\./.test(target.name)) return
    const form = new FormData(currentTarget)
    const pieces = [...readPieceLines(form), ...readPieceLines(form, shippedPrefix)]
    if (!isTyped) setAmount(toAmount(sumPieces(order, pieces, pricesIncludeTax)))
  }

  return (
    <fetcher.Form
      method="post"
      noValidate
      onInput={followPieces}
      className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4"
    >
      <h2 ref={focus} tabIndex={-1} className="text-xl">
        {describeForm(order, returnRequest)}
      </h2>
      <input type="hidden" name="orderNumber" value={order.number} />
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="refundId" value={refundId} />
      <input type="hidden" name="shownRefunds" value={order.refunds.length} />
      {returnRequest && <input type="hidden" name="returnId" value={returnRequest._id} />}
      {unshipped.length > 0 && (
        <>
          <p>Pieces that will not be shipped, if any:</p>
          <PieceFields id={refundId} lines={unshipped} errors={pieceErrors}>
            {({ toolId, toolName }) => (
              <label className="flex items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  name={`${restockedPrefix}${toolId}`}
                  defaultChecked
                  className="checkbox"
                  aria-label={`Back to stock: ${toolName}`}
                />
                Back to stock
              </label>
            )}
          </PieceFields>
        </>
      )}
      {refundable > 0 && shipped.length > 0 && (
        <>
          <p>Shipped pieces that the buyer keeps, if any. They fill in the amount, which you can change:</p>
          <PieceFields id={`${refundId}-shipped`} prefix={shippedPrefix} lines={shipped} errors={shippedErrors} />
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {refundable === 0 ? (
          <input type="hidden" name="amount" value="0" />
        ) : (
          <Field
            label={`Amount (${getSign(currency).trim()})`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => {
              setTyped(target.value !== '')
              setAmount(target.value)
            }}
            error={errors.amount}
            hint={`Up to ${formatMoney(refundable, currency)}${unshipped.length > 0 ? '; 0 to release pieces only' : ''}.`}
          />
        )}
        <Field label="Reason, for the buyer" name="reason" autoComplete="off" error={errors.reason} />
        {refundable > 0 && <ReferenceField order={order} error={errors.reference} />}
      </div>
      <FormError>{showsFailure ? (errors.amount ?? failure) : undefined}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={fetcher.state !== 'idle'}>
          {refundable > 0 ? `Refund ${describeAmount(amount, currency)}` : 'Release these pieces'}
        </SubmitButton>
        <Button className="btn btn-quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </fetcher.Form>
  )
}

function describeAmount(text: string, currency: Currency): string {
  const amount = Number(text)
  return text === '' || Number.isNaN(amount) ? text : formatMoney(amount, currency)
}

const describeForm = (order: OrderDetails, returnRequest: Return | undefined) => {
  if (returnRequest) return 'Refund of a return'
  return computeRefundable(order) > 0 ? 'Refund' : 'Release pieces'
}

/** Orders paid by card are refunded to the card, so a button opens the field. */
function ReferenceField({ order, error }: { order: OrderDetails; error: string | undefined }) {
  const [isByHand, setByHand] = useState(order.paymentMethod === 'transfer')
  if (!isByHand)
    return (
      <div className="grid justify-items-start gap-1 self-end">
        <p>Goes back to the card, usually by {formatDate(findArrivalOnCard(new Date()).toISOString())}.</p>
        <Button className="btn btn-quiet btn-sm" onClick={() => setByHand(true)}>
          Sent back by bank transfer?
        </Button>
      </div>
    )
  return (
    <Field
      label="Reference of a bank transfer"
      name="reference"
      autoComplete="off"
      error={error}
      hint={
        order.paymentMethod === 'transfer'
          ? 'The order was paid by a transfer: send the money back first.'
          : 'Only if you sent the money back by hand. Without it, the money goes back to the card.'
      }
    />
  )
}
