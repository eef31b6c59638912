import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Return } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { canTakeReturnStep } from '#contract/states/return-steps.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import { explainIfMissing, type PieceFailure } from './piece-fields.tsx'
import { ReceiveForm } from './receive-form.tsx'
import { ReturnStatus } from './return-status.tsx'

interface ReturnsProps {
  order: OrderDetails
  admin: boolean
  mayWithdraw: boolean
  onRefund: ((returnRequest: Return) => void) | undefined
}

export function Returns({ order, admin, mayWithdraw, onRefund }: ReturnsProps) {
  const { returns, lines } = order
  if (returns.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{returns.length === 1 ? 'Return' : `${returns.length} returns`}</h2>
      <ol className="grid gap-2">
        {returns.map(returnRequest => (
          <li key={returnRequest._id} className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
              <h3 className="text-lg">
                <time dateTime={returnRequest.requestedAt}>{formatTime(returnRequest.requestedAt)}</time>
              </h3>
              <ReturnStatus state={returnRequest.state} />
            </div>
            <ReturnedPieces returnRequest={returnRequest} lines={lines} admin={admin} />
            <p className="whitespace-pre-line wrap-anywhere">{returnRequest.reason}</p>
            <Photos images={returnRequest.images} />
            {returnRequest.answer !== '' && (
              <p className="whitespace-pre-line wrap-anywhere">
                <strong>The shop:</strong> {returnRequest.answer}
              </p>
            )}
            <div className="flex flex-wrap items-start gap-3">
              {admin && canTakeReturnStep('receive', returnRequest.state) && (
                <ReceiveForm returnRequest={returnRequest} lines={lines} />
              )}
              {admin &&
                (canTakeReturnStep('accept', returnRequest.state) ||
                  canTakeReturnStep('refuse', returnRequest.state)) && (
                  <AnswerForm key={returnRequest.state} returnRequest={returnRequest} />
                )}
              {admin && canTakeReturnStep('refund', returnRequest.state) && onRefund && (
                <Button className="btn btn-primary btn-sm" onClick={() => onRefund(returnRequest)}>
                  Refund this return
                </Button>
              )}
              {admin && canTakeReturnStep('close', returnRequest.state) && (
                <ConfirmRowAction
                  question="Close this return without a refund?"
                  fields={{ intent: 'closeReturn', returnId: returnRequest._id }}
                  label="Close the return"
                  className="btn-quiet"
                >
                  Close without a refund
                </ConfirmRowAction>
              )}
              {mayWithdraw && canTakeReturnStep('withdraw', returnRequest.state) && (
                <ConfirmRowAction
                  question="Withdraw this return?"
                  fields={{ intent: 'withdrawReturn', returnId: returnRequest._id }}
                  label="Withdraw the return"
                  className="btn-quiet"
                >
                  Withdraw
                </ConfirmRowAction>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Lines = OrderDetails['lines']

function ReturnedPieces({ returnRequest, lines, admin }: { returnRequest: Return; lines: Lines; admin: boolean }) {
  const format = (pieces: number) => (pieces === 0 ? 'none' : formatNumber(pieces))
  return (
    <ul className="grid gap-1">
      {returnRequest.lines.map(({ toolId, quantity, received, restocked }) => (
        <li key={toolId} className="wrap-anywhere">
          {formatPieceCount(quantity)} of {lines.find(line => line.toolId === toolId)?.toolName}
          {received !== null && received < quantity && `, ${format(received)} came`}
          {admin && received !== null && received > 0 && `, ${format(restocked)} back in the stock`}
        </li>
      ))}
    </ul>
  )
}

export function Photos({ images }: { images: readonly string[] }): ReactNode {
  if (images.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {images.map((url, index) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="block"
            aria-label={`Photo ${index + 1} of ${images.length}, in a new tab`}
          >
            <img src={url} alt="" width={96} height={96} className="size-24 rounded-field bg-plate object-cover" />
          </a>
        </li>
      ))}
    </ul>
  )
}

interface AnswerFormProps {
  returnRequest: Pick<Return, '_id' | 'state'>
  /** The page whose action takes the answer, if it is another one. */
  action?: string
}

export function AnswerForm({ returnRequest, action }: AnswerFormProps) {
  const fetcher = useFetcher<Partial<PieceFailure> | null>()
  const content = canTakeReturnStep('accept', returnRequest.state)
    ? 'where to send the pieces, or why you do not take them back'
    : 'why you do not take them back'
  return (
    <fetcher.Form method="post" {...(action !== undefined && { action })} className="grid w-full gap-3">
      <input type="hidden" name="returnId" value={returnRequest._id} />
      <TextArea
        label="Answer to the buyer"
        name="answer"
        rows={2}
        error={explainIfMissing(fetcher.data?.errors?.answer, `Say ${content}.`)}
        hint={`In the mail: ${content}.`}
      />
      <FormError>{fetcher.data?.errors?.answer ? undefined : fetcher.data?.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        {canTakeReturnStep('accept', returnRequest.state) && (
          <SubmitButton
            busy={fetcher.state !== 'idle'}
            name="intent"
            value="acceptReturn"
            className="btn btn-primary btn-sm"
          >
            Accept
          </SubmitButton>
        )}
        {canTakeReturnStep('refuse', returnRequest.state) && (
          <SubmitButton
            busy={fetcher.state !== 'idle'}
            name="intent"
            value="refuseReturn"
            className="btn btn-quiet btn-sm"
          >
            Refuse
          </SubmitButton>
        )}
      </div>
    </fetcher.Form>
  )
}
