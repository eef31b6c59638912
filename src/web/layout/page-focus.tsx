import { useEffect, useRef } from 'react'
import { useFetchers, useLocation, useNavigation } from 'react-router'

/** Moves the focus to the heading after a navigation, and to the invalid field after a refused form. */
export function PageFocus() {
  useHeadingFocus()
  useErrorFocus()
  return null
}

function useHeadingFocus(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const target = hash && document.getElementById(hash.slice(1))
    if (target) return target.focus({ preventScroll: true })
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname, hash])
}

function useErrorFocus(): void {
  const isPosting = [useNavigation(), ...useFetchers()].some(({ formMethod }) => formMethod === 'POST')
  const wasSubmitted = useRef(false)
  useEffect(() => {
    const onSubmit = () => {
      wasSubmitted.current = true
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [])
  // Runs after every render, since an immediate refusal is never seen as posting.
  useEffect(() => {
    if (isPosting) wasSubmitted.current = true
    else if (wasSubmitted.current) {
      wasSubmitted.current = false
      if (!isTyping()) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
    }
  })
}

const isTyping = () => document.activeElement?.matches('input, textarea, select') && isValid(document.activeElement)
const isValid = (element: Element) => element.getAttribute('aria-invalid') !== 'true'
