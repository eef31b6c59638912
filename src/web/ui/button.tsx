import type { ComponentProps } from 'react'

export function SubmitButton({ busy, disabled, children, ...button }: { busy: boolean } & ComponentProps<'button'>) {
  return (
    <button type="submit" className="btn btn-primary" disabled={disabled || busy} aria-busy={busy} {...button}>
      {busy && <span aria-hidden="true" className="loading loading-spinner loading-sm" />}
      {children}
    </button>
  )
}
