import { use, useDeferredValue } from 'react'

/** What the promise resolved to; while it is pending, the value of the promise before it, or undefined. */
export function useResolved<Value>(promise: Promise<Value> | undefined): Value | undefined {
  // React renders the deferred promise in the background, so that waiting for it shows no Suspense fallback.
  const deferred = useDeferredValue(promise ?? null, null)
  return deferred ? use(deferred) : undefined
}
