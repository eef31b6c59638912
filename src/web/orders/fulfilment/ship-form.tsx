import { useEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, useFetcher, useLocation } from 'react-router'
import type { InputOf } from '#contract/client.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError } from '#web/ui/forms/field.tsx'
import { type PieceFailure, PieceFields, readPieceLines } from './piece-fields.tsx'
import { shipFormId } from './ship-form-id.ts'
import { readTracking, TrackingFields } from './tracking-fields.tsx'

export const readShipment = (form: FormData): InputOf<'shipOrder'>['body'] => ({
  lines: readPieceLines(form),
  ...readTracking(form),
  shownShipments: Number(form.get('shownShipments')),
})

/** A refused form stays as it was filled in; otherwise it begins anew with each change of the order's pieces. */
export function ShipForm({ order }: { order: OrderDetails }) {
  const fetcher = useFetcher<Partial<PieceFailure> | null>()
  const version = `${order.shipments.length} ${order.refunds.length}`
  const [shownVersion, setShownVersion] = useState(version)
  if (version !== shownVersion && fetcher.data?.failure === undefined) setShownVersion(version)
  return <ShipFields key={shownVersion} order={order} fetcher={fetcher} />
}

interface ShipFieldsProps {
  order: OrderDetails
  fetcher: FetcherWithComponents<Partial<PieceFailure> | null>
}

function ShipFields({ order, fetcher }: ShipFieldsProps) {
  const [shipmentId] = useState(() => createId())
  const { hash } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { failure, errors = {}, pieceErrors = {} } = fetcher.data ?? {}
  const lines = order.lines.filter(({ left }) => left > 0)
  const [pieces, setPieces] = useState(() => lines.reduce((sum, { left }) => sum + left, 0))
  useEffect(() => {
    if (hash === `#${shipFormId}`) form.current?.querySelector<HTMLInputElement>('[name=carrier]')?.focus()
  }, [hash])
  return (
    <fetcher.Form
      ref={form}
      id={shipFormId}
      method="post"
      noValidate
      className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4"
      onInput={({ currentTarget }) =>
        setPieces(readPieceLines(new FormData(currentTarget)).reduce((sum, { quantity }) => sum + quantity, 0))
      }
    >
      <h2 className="text-xl">Ship</h2>
      <input type="hidden" name="orderNumber" value={order.number} />
      <input type="hidden" name="intent" value="ship" />
      <input type="hidden" name="shipmentId" value={shipmentId} />
      <input type="hidden" name="shownShipments" value={order.shipments.length} />
      <TrackingFields errors={errors} />
      <PieceFields id={shipmentId} lines={lines} errors={pieceErrors} isFull />
      <FormError>{Object.keys(pieceErrors).length === 0 ? failure : undefined}</FormError>
      <div>
        <SubmitButton busy={fetcher.state !== 'idle'}>Ship {formatPieceCount(pieces)}</SubmitButton>
      </div>
    </fetcher.Form>
  )
}
