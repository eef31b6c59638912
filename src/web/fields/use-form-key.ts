import { useState } from 'react'

/** Each success changes the key, and so empties the form; failures keep it. `added` is the new row's id. */
export function useFormKey(added: string | undefined): string | undefined {
  const [key, setKey] = useState(added)
  if (added !== undefined && added !== key) setKey(added)
  return key
}
