import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
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

/** Ends after five seconds, or when somebody follows a link. A toast replaces the former one of its topic. */
export function toast(kind: Kind, text: string, topic?: string): void {
  lastId += 1
  const id = lastId
  const others = toasts.filter(each => topic === undefined || each.topic !== topic)
  show([...others, { id, kind, text, topic }])
  setTimeout(dismiss, shownForMs, id)
}

const dismiss = (id: number) => show(toasts.filter(each => each.id !== id))

function endByLink({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href]')) show(noToasts)
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
  useEffect(() => {
    const end = () => show(noToasts)
    document.addEventListener('click', endByLink)
    addEventListener('popstate', end)
    return () => {
      document.removeEventListener('click', endByLink)
      removeEventListener('popstate', end)
    }
  }, [])
  const area = useRef<HTMLDivElement>(null)
  useClearFocus(area, shown)
  return (
    <div ref={area} role="status" className="toasts">
      {shown.map(({ id, kind, text }) => (
        <div key={id} data-toast={id}>
          <StatusIcon kind={kind} />
          <p className="grow">{text}</p>
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm pointer-events-auto text-xl!"
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

/** Moves the toasts off the element that has the focus. */
function useClearFocus(area: RefObject<HTMLElement | null>, shown: readonly Toast[]): void {
  useEffect(() => {
    if (shown.length === 0) return
    // The browser scrolls a focused element into view after the event.
    const place = () => requestAnimationFrame(() => moveOff(area.current, document.activeElement))
    place()
    document.addEventListener('focusin', place)
    return () => document.removeEventListener('focusin', place)
  }, [area, shown])
}

function moveOff(area: HTMLElement | null, focused: Element | null): void {
  area?.style.removeProperty('top')
  if (!area || !focused || area.contains(focused)) return
  const [own, other] = [area.getBoundingClientRect(), focused.getBoundingClientRect()]
  const isApart = own.right < other.left || other.right < own.left || own.bottom < other.top || other.bottom < own.top
  // The whole page has the focus after some navigations.
  if (!isApart && other.height < window.innerHeight / 2) area.style.top = `${other.bottom + 8}px`
}
