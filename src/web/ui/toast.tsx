import { useSyncExternalStore } from 'react'
import { StatusIcon } from './status.tsx'

type Kind = 'success' | 'error'
interface Toast {
  id: number
  kind: Kind
  text: string
  topic: string | undefined
}

const shownForMs = 5000
const changes = new EventTarget()
const noToasts: readonly Toast[] = []
let toasts = noToasts
let lastId = 0

/** A toast replaces the former one of its topic. */
export function toast(kind: Kind, text: string, topic?: string): void {
  lastId += 1
  const id = lastId
  const others = toasts.filter(each => topic === undefined || each.topic !== topic)
  show([...others, { id, kind, text, topic }])
  setTimeout(dismissUnused, shownForMs, id)
}

function dismissUnused(id: number): void {
  if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)) setTimeout(dismissUnused, 1000, id)
  else dismiss(id)
}

function dismiss(id: number): void {
  show(toasts.filter(each => each.id !== id))
}

function show(next: readonly Toast[]): void {
  toasts = next
  changes.dispatchEvent(new Event('change'))
}

function subscribe(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}

export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => noToasts,
  )
  return (
    <div
      role="status"
      className="pointer-events-none fixed top-18 right-2 z-50 grid w-[min(24rem,calc(100vw-1rem))] gap-2 sm:top-20 sm:right-4"
    >
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          data-toast={id}
          className="pointer-events-auto flex items-start gap-3 rounded-box border border-base-300 bg-base-100 px-3 py-2 leading-snug shadow-lg sm:p-4"
        >
          <StatusIcon kind={kind} />
          <p className="grow">{text}</p>
          <button
            type="button"
            className="btn btn-ghost btn-square -my-1 size-9 text-xl"
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
