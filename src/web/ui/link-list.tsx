import { type ComponentProps, type MouseEvent, type SyntheticEvent, useEffect, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'

/** Milliseconds that somebody is on a link before its page is fetched, as with React Router's Link. */
const intent = 100

/**
 * A list in which plain anchors, all to pages of ours, do as React Router's Link does, and are fetched on intent: in long
 * lists a Link each takes server and browser as long as the rest of its card.
 */
export function LinkList(props: ComponentProps<'ul'>) {
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<string>()
  const [fetched, setFetched] = useState<string>()

  useEffect(() => {
    const timer = setTimeout(() => setFetched(pointed), pointed ? intent : 0)
    return () => clearTimeout(timer)
  }, [pointed])

  const point = (event: SyntheticEvent) => setPointed(pathOf(event))
  const leave = () => setPointed(undefined)
  const go = (event: MouseEvent) => {
    const path = pathOf(event)
    const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event
    if (!path || defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return
    event.preventDefault()
    navigate(path)
  }
  const handlers = {
    onClick: go,
    onMouseOver: point,
    onMouseLeave: leave,
    onFocus: point,
    onBlur: leave,
    onTouchStart: point,
  }
  return (
    <>
      <ul {...props} {...handlers} />
      {fetched && <PrefetchPageLinks page={fetched} />}
    </>
  )
}

const pathOf = ({ target }: SyntheticEvent) =>
  (target instanceof Element && target.closest('a')?.getAttribute('href')) || undefined
