import { use, useDeferredValue } from 'react'

/** Returns the previous promise's value, or undefined, while the promise is pending. */
export function useResolved<Value>(promise: Promise<Value> | undefined): Value | undefined {
  // A deferred render that suspends shows no Suspense fallback.
  const deferred = useDeferredValue(promise ?? null, null)
  return deferred ? use(deferred) : undefined
}
