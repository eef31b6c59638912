import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useIsPosting } from '#web/ui/use-is-posting.ts'

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
  const isPosting = useIsPosting()
  const submitted = useRef<Document | HTMLFormElement>(null)
  const hasTyped = useRef(false)
  useEffect(() => {
    const onSubmit = ({ target }: Event) => {
      submitted.current = target as HTMLFormElement
      hasTyped.current = false
    }
    const onInput = () => {
      hasTyped.current = true
    }
    document.addEventListener('submit', onSubmit)
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('submit', onSubmit)
      document.removeEventListener('input', onInput)
    }
  }, [])
  // Runs after every render, since an immediate refusal is never seen as posting.
  useEffect(() => {
    if (isPosting) submitted.current ??= document
    else if (submitted.current) {
      if (!hasTyped.current) submitted.current.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
      submitted.current = null
    }
  })
}
