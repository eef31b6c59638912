import { useSyncExternalStore } from 'react'
import { StatusIcon } from './status.tsx'

type Kind = 'success' | 'error'
interface Toast {
  id: number
  kind: Kind
  text: string
}

const shownFor = 5000
const changed = new EventTarget()
const none: readonly Toast[] = []
let toasts = none

/** Shows the text at the top right for five seconds, and has it read out. */
export function toast(kind: Kind, text: string): void {
  const id = (toasts.at(-1)?.id ?? 0) + 1
  show([...toasts, { id, kind, text }])
  setTimeout(dismiss, shownFor, id)
}

function dismiss(id: number): void {
  show(toasts.filter(each => each.id !== id))
}

function show(next: readonly Toast[]): void {
  toasts = next
  changed.dispatchEvent(new Event('change'))
}

function subscribe(callback: () => void): () => void {
  changed.addEventListener('change', callback)
  return () => changed.removeEventListener('change', callback)
}

export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div
      role="status"
      className="pointer-events-none fixed top-20 right-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-start gap-3 rounded-box border border-base-300 bg-base-100 p-4 shadow-lg"
        >
          <StatusIcon kind={kind} />
          <p className="grow">{text}</p>
          <button type="button" className="btn btn-ghost btn-xs" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
