import { useState } from 'react'

/** A choice that a person makes, and that follows `value` when that changes. */
export function useSyncedState<Value>(value: Value) {
  const [chosen, choose] = useState(value)
  const [followed, follow] = useState(value)
  if (followed !== value) {
    follow(value)
    choose(value)
  }
  return [chosen, choose] as const
}
