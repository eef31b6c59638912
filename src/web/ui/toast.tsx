import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { StatusIcon } from './status.tsx'

type Kind = 'success' | 'error'
interface Toast {
  id: number
  kind: Kind
  text: string
  topic: string | undefined
  isForNextPage: boolean
}

const shownForMs = 5000
const changes = new EventTarget()
const noToasts: readonly Toast[] = []
let toasts = noToasts
let lastId = 0

/** Ends with the page. A toast replaces the former one of its topic. */
export function toast(kind: Kind, text: string, topic?: string): void {
  add({ kind, text, topic, isForNextPage: false })
}

/** Shown on this page and the next one, for what navigates itself. */
export function toastOnNextPage(kind: Kind, text: string): void {
  add({ kind, text, topic: undefined, isForNextPage: true })
}

function add(content: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  const others = toasts.filter(({ topic }) => topic === undefined || topic !== content.topic)
  show([...others, { id, ...content }])
  setTimeout(dismissUnused, shownForMs, id)
}

function dismissUnused(id: number): void {
  if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)) setTimeout(dismissUnused, 1000, id)
  else dismiss(id)
}

function dismiss(id: number): void {
  show(toasts.filter(each => each.id !== id))
}

function leavePage(): void {
  show(toasts.filter(each => each.isForNextPage).map(each => ({ ...each, isForNextPage: false })))
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
  const { pathname } = useLocation()
  const shownPathname = useRef(pathname)
  useEffect(() => {
    if (shownPathname.current !== pathname) leavePage()
    shownPathname.current = pathname
  }, [pathname])
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
            className="btn btn-ghost btn-square btn-sm text-xl!"
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
