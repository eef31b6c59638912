import { use, useDeferredValue } from 'react'

/** The promise's value; while it is pending, the value of the previous promise, or undefined. */
export function useResolved<Value>(promise: Promise<Value> | undefined): Value | undefined {
  // A deferred render that suspends shows no Suspense fallback.
  const deferred = useDeferredValue(promise ?? null, null)
  return deferred ? use(deferred) : undefined
}
