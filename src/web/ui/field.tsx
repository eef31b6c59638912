import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

interface FieldProps {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A text input with its label above and its error and hint, tied to it, below. */
export function Field({ label, error, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {ties => (
        <input {...ties} className="input w-full read-only:border-transparent read-only:bg-base-200" {...input} />
      )}
    </Labelled>
  )
}

/** A text of several lines. */
export function TextArea({ label, error, hint, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {ties => <textarea {...ties} rows={5} className="input h-auto w-full py-2 whitespace-pre-wrap" {...area} />}
    </Labelled>
  )
}

interface FieldControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** What every field has around it; `children` makes the field itself, with the attributes that tie it to the rest. */
export function Labelled({
  label,
  error,
  hint,
  children,
}: FieldProps & { children: (ties: FieldControlProps) => ReactNode }) {
  const id = useId()
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': notes || undefined })}
      {error && (
        <p id={`${id}-error`} className="text-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
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
