import { useState } from 'react'

export function useSyncedState<Value>(value: Value) {
  const [state, setState] = useState(value)
  const [synced, setSynced] = useState(value)
  if (synced !== value) {
    setSynced(value)
    setState(value)
  }
  return [state, setState] as const
}
