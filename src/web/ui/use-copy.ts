import { toast } from './toast.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Copies the text to the clipboard; undefined where browsers do not offer that, as without HTTPS. */
export function useCopy(text: string): (() => Promise<void>) | undefined {
  const canCopy = useHydrated() && window.isSecureContext
  if (!canCopy) return undefined
  return async () => {
    await navigator.clipboard.writeText(text)
    toast('success', 'Copied')
  }
}
