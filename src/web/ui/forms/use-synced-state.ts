import { useState } from 'react'

/** State that is reset to `value` whenever that changes. */
export function useSyncedState<Value>(value: Value) {
  const [state, setState] = useState(value)
  const [synced, setSynced] = useState(value)
  if (synced !== value) {
    setSynced(value)
    setState(value)
  }
  return [state, setState] as const
}
