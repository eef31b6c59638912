import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and until React has taken the page over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
