import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

interface FieldProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/** A text input with its label above and its error, tied to it, below. */
export function Field({ label, error, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        className="input w-full read-only:border-transparent read-only:bg-base-200"
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        {...input}
      />
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? 'text-error' : 'text-muted'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** What went wrong with the whole form, in red under it. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className="text-error empty:hidden">
      {children}
    </p>
  )
}
