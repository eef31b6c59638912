import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Refund } from '#contract/schemas/fulfilment.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'

export function FailedRefund({ refund, isRetriable }: { refund: Refund; isRetriable: boolean }) {
  return (
    <>
      <p>The money did not reach the buyer{refund.failure === '' ? '' : ` (${refund.failure})`}.</p>
      {isRetriable && <RetryForm refund={refund} />}
      <CloseForm refund={refund} />
    </>
  )
}

type Failure = { failure?: string; errors?: Record<string, string> } | null

function RetryForm({ refund }: { refund: Refund }) {
  const fetcher = useFetcher<Failure>()
  const { failure, errors = {} } = fetcher.data ?? {}
  return (
    <fetcher.Form method="post" className="grid gap-4">
      <p>Try again, or send it by bank transfer and give its reference here.</p>
      <input type="hidden" name="intent" value="retryRefund" />
      <input type="hidden" name="refundId" value={refund._id} />
      <Field label="Reference of a bank transfer" name="reference" autoComplete="off" error={errors.reference} />
      <FormError>{errors.amount ?? (errors.reference ? undefined : failure)}</FormError>
      <div>
        <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-primary btn-sm">
          Refund again
        </SubmitButton>
      </div>
    </fetcher.Form>
  )
}

function CloseForm({ refund }: { refund: Refund }) {
  const fetcher = useFetcher<Failure>()
  const [isOpen, setOpen] = useState<boolean>()
  const { failure, errors = {} } = fetcher.data ?? {}
  if (!isOpen)
    return (
      <div>
        <Button className="btn btn-quiet btn-sm" onClick={() => setOpen(true)} autoFocus={isOpen === false}>
          Close without paying
        </Button>
      </div>
    )
  return (
    <fetcher.Form method="post" noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="closeRefund" />
      <input type="hidden" name="refundId" value={refund._id} />
      <Field
        label="Reason for closing without paying"
        name="reason"
        autoComplete="off"
        autoFocus
        error={errors.reason}
      />
      <FormError>{errors.reason ? undefined : failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-primary btn-sm">
          Close the refund
        </SubmitButton>
        <Button className="btn btn-quiet btn-sm" onClick={() => setOpen(false)}>
          Back
        </Button>
      </div>
    </fetcher.Form>
  )
}
