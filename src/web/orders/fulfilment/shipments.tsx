import { useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Shipment } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { DocumentButton } from '#web/orders/document-button.tsx'
import { apiClient } from '#web/session/api-client.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { TrackingFields } from './tracking-fields.tsx'

export function Shipments({ order, admin }: { order: OrderDetails; admin: boolean }) {
  const { shipments, lines } = order
  if (shipments.length === 0) return null
  const findToolName = (toolId: string) => lines.find(line => line.toolId === toolId)?.toolName
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{shipments.length === 1 ? 'Shipment' : `${shipments.length} shipments`}</h2>
      <ol className="grid gap-2">
        {shipments.map((shipment, index) => (
          <li key={shipment._id} className="grid gap-2 rounded-box border border-base-300 bg-base-100 p-3 text-sm">
            <h3 className="text-base">
              {shipments.length > 1 && `${index + 1}. `}
              <time dateTime={shipment.shippedAt}>{formatTime(shipment.shippedAt)}</time>
            </h3>
            <ul className="grid gap-0.5">
              {shipment.lines.map(({ toolId, quantity }) => (
                <li key={toolId} className="wrap-anywhere">
                  {formatPieceCount(quantity)} of {findToolName(toolId)}
                </li>
              ))}
            </ul>
            <TrackingLink shipment={shipment} />
            <div className="flex flex-wrap gap-3">
              {admin && <TrackingForm shipment={shipment} />}
              <DocumentButton load={() => apiClient.getPackingSlip({ params: { id: shipment._id } })}>
                Packing slip (PDF)
              </DocumentButton>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function TrackingLink({ shipment: { carrier, trackingNumber, trackingUrl } }: { shipment: Shipment }) {
  if (carrier === '' && trackingNumber === '') return null
  return (
    <p className="wrap-anywhere">
      {carrier}{' '}
      {trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
          {trackingNumber}
          <span className="sr-only"> (at the carrier, in a new tab)</span>
        </a>
      ) : (
        trackingNumber
      )}
    </p>
  )
}

type TrackingFetcher = FetcherWithComponents<{
  failure?: string
  errors?: Record<string, string>
  latest?: object
  saved?: string
} | null>

function TrackingForm({ shipment }: { shipment: Shipment }) {
  const fetcher: TrackingFetcher = useFetcher()
  return <OpenableTracking key={useSavedKey(fetcher)} shipment={shipment} fetcher={fetcher} />
}

/** A save changes its key, which closes the form. */
function OpenableTracking({ shipment, fetcher }: { shipment: Shipment; fetcher: TrackingFetcher }) {
  const [isOpen, setOpen] = useState<boolean>()
  const hasTracking = shipment.trackingNumber !== '' || shipment.carrier !== ''
  if (!isOpen)
    return (
      <Button className="btn btn-quiet btn-sm" onClick={() => setOpen(true)} autoFocus={isOpen === false}>
        {hasTracking ? 'Change tracking' : 'Add tracking'}
      </Button>
    )
  return (
    <fetcher.Form method="post" className="grid w-full gap-4">
      <input type="hidden" name="intent" value="tracking" />
      <input type="hidden" name="shipmentId" value={shipment._id} />
      <ShownRecord record={shipment} latest={fetcher.data?.latest} />
      <TrackingFields
        errors={fetcher.data?.errors}
        carrier={shipment.carrier}
        trackingNumber={shipment.trackingNumber}
      />
      <FormError>{fetcher.data?.failure}</FormError>
      <div className="flex gap-3">
        <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-primary btn-sm">
          Save tracking
        </SubmitButton>
        <Button className="btn btn-quiet btn-sm" onClick={() => setOpen(false)}>
          Close
        </Button>
      </div>
    </fetcher.Form>
  )
}
