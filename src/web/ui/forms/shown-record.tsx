import { useState } from 'react'
import { Refusal } from '#contract/refusal.ts'
import { useFormKey } from './use-form-key.ts'

interface ShownRecordProps {
  /** With the fields of the change. */
  record: object
  /** After a save that was refused. */
  latest?: object | undefined
}

/**
 * Tells the shop with a change what its form showed of the record. What only somebody else changed meanwhile stays as they left it;
 * where both changed the same, the shop refuses, and the form shows what it has now.
 */
export function ShownRecord({ record, latest }: ShownRecordProps) {
  // Revalidation must not change it: what is typed was made from the first one.
  const [shown] = useState(record)
  return <input type="hidden" name="shown" value={JSON.stringify(latest ?? shown)} />
}

/**
 * Returns a React key that changes after each success, once the record is loaded again. `state` is that of the navigation or fetcher; the action returns
 * `saved`, new each time.
 */
export const useSavedKey = ({ state, data }: { state: string; data?: { saved?: string } | null | undefined }) =>
  useFormKey(state === 'idle' ? data?.saved : undefined)

export const readShown = (form: FormData) => JSON.parse(String(form.get('shown') ?? '{}'))

/** What the form shows after a save was refused: the messages name what others changed, so that saving again replaces it. */
export function readLatest(form: FormData, error: unknown): object {
  const errors = error instanceof Refusal ? error.errors.filter(({ present }) => present !== undefined) : []
  return { ...readShown(form), ...Object.fromEntries(errors.map(({ field, present }) => [field, present])) }
}
