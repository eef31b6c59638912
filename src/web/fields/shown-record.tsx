import { useState } from 'react'
import { Refusal } from '#contract/refusal.ts'
import { useFormKey } from './use-form-key.ts'

interface ShownRecordProps {
  record: object
  latest?: object | undefined
}

/** Posts the values that the form showed. Fields that only others changed stay; a field that both changed is refused. */
export function ShownRecord({ record, latest }: ShownRecordProps) {
  // Revalidation must not replace it: the input is based on the first values.
  const [shown] = useState(record)
  return <input type="hidden" name="shown" value={JSON.stringify(latest ?? shown)} />
}

/** Returns a React key that changes after each success, once the record is reloaded. Actions return a new `saved` each time. */
export const useSavedKey = ({ state, data }: { state: string; data?: { saved?: string } | null | undefined }) =>
  useFormKey(state === 'idle' ? data?.saved : undefined)

export const readShown = (form: FormData) => JSON.parse(String(form.get('shown') ?? '{}'))

export function readLatest(form: FormData, error: unknown): object {
  const errors = error instanceof Refusal ? error.errors.filter(({ present }) => present !== undefined) : []
  return { ...readShown(form), ...Object.fromEntries(errors.map(({ field, present }) => [field, present])) }
}
