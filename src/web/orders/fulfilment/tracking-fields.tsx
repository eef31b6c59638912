import { useId } from 'react'
import { knownCarriers } from '#contract/states/carriers.ts'
import { Field } from '#web/ui/forms/field.tsx'

interface TrackingFieldsProps {
  errors: Readonly<Record<string, string>> | undefined
  carrier?: string
  trackingNumber?: string
}

export function TrackingFields({ errors = {}, carrier = '', trackingNumber = '' }: TrackingFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CarrierField defaultValue={carrier} error={errors.carrier} />
      <Field
        label="Tracking number"
        name="trackingNumber"
        autoComplete="off"
        spellCheck={false}
        defaultValue={trackingNumber}
        error={errors.trackingNumber}
      />
    </div>
  )
}

export function CarrierField(field: { defaultValue?: string; error: string | undefined }) {
  const listId = useId()
  return (
    <>
      <Field label="Carrier" name="carrier" list={listId} autoComplete="off" {...field} />
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
