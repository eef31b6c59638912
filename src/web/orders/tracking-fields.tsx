import { useId } from 'react'
import { knownCarriers } from '#contract/carriers.ts'
import { Field } from '#web/ui/forms/field.tsx'

interface TrackingFieldsProps {
  carrier?: string
  trackingNumber?: string
}

export function TrackingFields({ carrier = '', trackingNumber = '' }: TrackingFieldsProps) {
  const listId = useId()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Carrier" name="carrier" list={listId} maxLength={40} autoComplete="off" defaultValue={carrier} />
      <datalist id={listId}>
        {knownCarriers.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        name="trackingNumber"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        defaultValue={trackingNumber}
      />
    </div>
  )
}

export const readTracking = (form: FormData) => ({
  carrier: String(form.get('carrier') ?? ''),
  trackingNumber: String(form.get('trackingNumber') ?? ''),
})
