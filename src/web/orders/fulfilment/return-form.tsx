import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { imageTypes } from '#web/files/upload-image.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError, Labelled, TextArea } from '#web/ui/forms/field.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { explainIfMissing, type PieceFailure, PieceFields } from './piece-fields.tsx'
import { focus } from './refund-form.tsx'

export const isReturnable = ({ lines, returnableUntil }: OrderDetails, admin: boolean) =>
  lines.some(({ returnable }) => returnable > 0) && (admin || Date.parse(returnableUntil ?? '') > Date.now())

export function ReturnForm({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const fetcher = useFetcher<(Partial<PieceFailure> & { uploaded?: string }) | null>()
  const [returnId] = useState(() => createId())
  const { failure, pieceErrors = {}, errors = {} } = fetcher.data ?? {}
  const hasFieldError = Object.keys(pieceErrors).length > 0 || errors.lines || errors.reason || errors.images
  const lines = order.lines.filter(({ returnable }) => returnable > 0)
  return (
    <fetcher.Form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4"
    >
      <h2 ref={focus} tabIndex={-1} className="text-xl">
        Return pieces
      </h2>
      {order.returnableUntil && (
        <p className="text-muted">
          Pieces of this order can be returned until {formatTime(order.returnableUntil)}. We answer by mail.
        </p>
      )}
      <input type="hidden" name="intent" value="return" />
      <input type="hidden" name="returnId" value={returnId} />
      <input type="hidden" name="uploaded" value={fetcher.data?.uploaded ?? ''} />
      <PieceFields id={returnId} lines={lines.map(line => ({ ...line, left: line.returnable }))} errors={pieceErrors} />
      <FormError>{errors.lines}</FormError>
      <TextArea
        label="What is wrong with them"
        name="reason"
        rows={3}
        error={explainIfMissing(errors.reason, 'Say what is wrong with them.')}
      />
      <Labelled label="Photos" error={errors.images} hint="Up to five, if they help: JPEG, PNG, WebP, AVIF or GIF">
        {fieldProps => (
          <input
            {...fieldProps}
            type="file"
            name="photos"
            multiple
            accept={imageTypes}
            className="input ps-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-base-300 file:px-4 file:font-semibold"
          />
        )}
      </Labelled>
      <FormError>{hasFieldError ? undefined : failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={fetcher.state !== 'idle'}>Ask for the return</SubmitButton>
        <Button className="btn btn-quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </fetcher.Form>
  )
}
