import { useState } from 'react'

/** A key for a form that each success empties, told by the new row's id, and failures keep. */
export function useFormKey(added: string | undefined): string | undefined {
  const [key, setKey] = useState(added)
  if (added !== undefined && added !== key) setKey(added)
  return key
}
