import type { ComponentProps } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Disabled until hydration, since its clicks would be lost. */
export function Button({ disabled, ...button }: ComponentProps<'button'>) {
  const isHydrated = useHydrated()
  return (
    <button type="button" disabled={disabled || !isHydrated} data-waiting={isHydrated ? undefined : ''} {...button} />
  )
}

interface SubmitButtonProps extends ComponentProps<'button'> {
  busy: boolean
  /** Does nothing, and keeps the focus. */
  isDisabled?: boolean
}

/** Disabled until hydration: the browser would post the form to the page and lose its input. Keeps the focus while busy. */
export function SubmitButton({ busy, isDisabled = false, disabled, children, ...button }: SubmitButtonProps) {
  const isHydrated = useHydrated()
  return (
    <>
      <button
        type="submit"
        className="btn btn-primary"
        disabled={disabled || !isHydrated}
        aria-disabled={busy || isDisabled || undefined}
        onClick={event => (busy || isDisabled) && event.preventDefault()}
        data-waiting={isHydrated ? undefined : ''}
        aria-busy={busy}
        {...button}
      >
        {busy && <span aria-hidden="true" className="loading loading-spinner loading-sm" />}
        {children}
      </button>
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
    </>
  )
}
