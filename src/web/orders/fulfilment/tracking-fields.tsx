import { useId } from 'react'
import { knownCarriers } from '#contract/states/carriers.ts'
import { Field } from '#web/ui/forms/field.tsx'

interface TrackingFieldsProps {
  carrier?: string
  trackingNumber?: string
}

export function TrackingFields({ carrier = '', trackingNumber = '' }: TrackingFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CarrierField defaultValue={carrier} />
      <Field
        label="Tracking number"
        name="trackingNumber"
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        defaultValue={trackingNumber}
      />
    </div>
  )
}

export function CarrierField({ defaultValue }: { defaultValue?: string }) {
  const listId = useId()
  return (
    <>
      <Field
        label="Carrier"
        name="carrier"
        list={listId}
        maxLength={40}
        autoComplete="off"
        defaultValue={defaultValue}
      />
      <datalist id={listId}>
        {knownCarriers.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

export const readTracking = (form: FormData) => ({
  carrier: String(form.get('carrier') ?? ''),
  trackingNumber: String(form.get('trackingNumber') ?? ''),
})
