import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { InputOf } from '#contract/client.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError } from '#web/ui/forms/field.tsx'
import { type PieceFailure, PieceFields, readPieceLines } from './piece-fields.tsx'
import { readTracking, TrackingFields } from './tracking-fields.tsx'

export const readShipment = (form: FormData): InputOf<'shipOrder'>['body'] => ({
  lines: readPieceLines(form),
  ...readTracking(form),
})

/** Ships some or all of what is left. */
export function ShipForm({ order }: { order: OrderDetails }) {
  const fetcher = useFetcher<Partial<PieceFailure> | null>()
  const [shipmentId] = useState(() => createId())
  const { failure, errors = {} } = fetcher.data ?? {}
  return (
    <fetcher.Form method="post" noValidate className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <h2 className="font-display text-2xl">Ship in parts, or with a tracking number</h2>
      <input type="hidden" name="intent" value="ship" />
      <input type="hidden" name="shipmentId" value={shipmentId} />
      <PieceFields id={shipmentId} lines={order.lines.filter(({ left }) => left > 0)} errors={errors} isFull />
      <TrackingFields />
      <FormError>{Object.keys(errors).length === 0 ? failure : undefined}</FormError>
      <div>
        <SubmitButton busy={fetcher.state !== 'idle'}>Ship these pieces</SubmitButton>
      </div>
    </fetcher.Form>
  )
}
