import { toast } from '#web/ui/toast.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Undefined where the browser offers no clipboard, as without HTTPS. */
export function useCopy(text: string): (() => Promise<void>) | undefined {
  const canCopy = useHydrated() && window.isSecureContext
  if (!canCopy) return undefined
  return async () => {
    await navigator.clipboard.writeText(text)
    toast('success', 'Copied')
  }
}
