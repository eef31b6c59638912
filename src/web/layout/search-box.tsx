import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { SuggestedTool } from '#web/catalogue/suggest-tools.ts'
import { closePopover } from '#web/ui/close-popover.ts'
import { useSuggestions } from '#web/ui/use-suggestions.ts'

const SuggestedTools = lazy(() => import('./suggested-tools.tsx'))

export const searchId = 'find-a-tool'

export function SearchBox({ isAdmin }: { isAdmin: boolean }) {
  const label = isAdmin ? 'Find an order, customer or tool' : 'Find a tool'
  const box = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const suggested = useSuggestions(isOpen && !isAdmin ? text.trim() : '', suggest)
  const tools = isOpen ? (suggested ?? []) : []
  const hasNone = isOpen && suggested?.length === 0
  useSlashKey(() => {
    const input = findInput(box.current)
    if (input?.getClientRects().length === 0) box.current?.showPopover()
    input?.focus()
  })

  function close() {
    setOpen(false)
    closePopover(box.current)
  }

  function choose() {
    close()
    const input = findInput(box.current)
    if (input) input.value = ''
    setText('')
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Escape') {
      // The list disappears, and with it the focus.
      findInput(box.current)?.focus()
      setOpen(false)
    }
    if (step === undefined || !box.current) return
    const stops = [...box.current.querySelectorAll<HTMLElement>('input, li a')]
    const next = stops[stops.indexOf(event.target as HTMLElement) + step]
    event.preventDefault()
    next?.focus()
  }

  return (
    <search
      ref={box}
      id={searchId}
      popover="auto"
      onToggle={event => event.newState === 'open' && findInput(box.current)?.focus()}
      onKeyDown={move}
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      className="fixed inset-[4rem_0_auto] m-0 w-auto border border-base-300 bg-base-100 p-3 text-base-content md:relative md:inset-auto md:ml-auto md:block! md:max-w-72 md:min-w-20 md:grow md:basis-20 md:overflow-visible md:border-0 md:p-0"
    >
      <Form action={isAdmin ? '/dashboard/find' : '/shop'} onSubmit={close}>
        <input
          name="q"
          aria-label={label}
          placeholder={isAdmin ? 'Order, customer, tool' : label}
          autoComplete="off"
          enterKeyHint="search"
          className="input w-full"
          onChange={event => {
            setText(event.target.value)
            // A browser that goes back fills the field, too.
            setOpen(event.target === document.activeElement)
          }}
        />
      </Form>
      <p aria-live="polite" className="sr-only">
        {hasNone && 'No tool fits.'}
        {tools.length > 0 && `${tools.length === 1 ? '1 tool' : `${tools.length} tools`} found. Use the arrow keys.`}
      </p>
      {hasNone && (
        <p
          aria-hidden="true"
          className="mt-2 bg-base-100 p-1 text-muted md:absolute md:inset-x-0 md:top-full md:z-10 md:mt-1 md:rounded-box md:border md:border-base-300 md:p-3 md:shadow-lg"
        >
          No tool fits.
        </p>
      )}
      {tools.length > 0 && (
        <Suspense>
          <SuggestedTools tools={tools} onChoose={choose} />
        </Suspense>
      )}
    </search>
  )
}

const findInput = (box: HTMLElement | null) => box?.querySelector('input')

async function suggest(q: string): Promise<readonly SuggestedTool[] | undefined> {
  const { suggestTools } = await import('#web/catalogue/suggest-tools.ts')
  return suggestTools(q)
}

function useSlashKey(onPress: () => void) {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
