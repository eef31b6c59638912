import type { ComponentProps } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Disabled until scripts can handle its clicks. */
export function Button({ disabled, ...button }: ComponentProps<'button'>) {
  const isHydrated = useHydrated()
  return (
    <button type="button" disabled={disabled || !isHydrated} data-waiting={isHydrated ? undefined : ''} {...button} />
  )
}

/**
 * Disabled until scripts can handle the form: the browser would post it to the page's address, and lose its input. While
 * busy it does nothing, but keeps the focus.
 */
export function SubmitButton({ busy, disabled, children, ...button }: { busy: boolean } & ComponentProps<'button'>) {
  const isHydrated = useHydrated()
  return (
    <>
      <button
        type="submit"
        className="btn btn-primary"
        disabled={disabled || !isHydrated}
        aria-disabled={busy || undefined}
        onClick={event => busy && event.preventDefault()}
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
