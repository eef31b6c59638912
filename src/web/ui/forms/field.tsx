import type { ComponentProps, ReactNode } from 'react'
import { useId, useState } from 'react'

export interface FieldProps {
  label: string
  required?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
}

export function Field({ label, error, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Labelled label={label} error={error} hint={hint} required={input.required}>
      {fieldProps => (
        <input
          {...fieldProps}
          dir="auto"
          className="input w-full read-only:border-transparent read-only:bg-base-200"
          {...input}
        />
      )}
    </Labelled>
  )
}

export function PasswordField({ label, error, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Labelled label={label} error={error} hint={hint}>
      {fieldProps => (
        <div className="flex gap-2">
          <input {...fieldProps} type={isShown ? 'text' : 'password'} className="input w-full" {...input} />
          <button
            type="button"
            className="btn btn-quiet w-20"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Labelled>
  )
}

export function TextArea({ label, error, hint, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} error={error} hint={hint} required={area.required}>
      {fieldProps => (
        <textarea
          {...fieldProps}
          dir="auto"
          rows={5}
          className="input h-auto w-full py-2 whitespace-pre-wrap"
          {...area}
        />
      )}
    </Labelled>
  )
}

interface FieldControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** `children` renders the control, with attributes that refer to label, error and hint. */
export function Labelled({
  label,
  error,
  hint,
  required,
  children,
}: FieldProps & { children: (fieldProps: FieldControlProps) => ReactNode }) {
  const id = useId()
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={`font-semibold ${required ? 'is-required' : ''}`}>
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

export function FormError({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className="text-error empty:hidden">
      {children}
    </p>
  )
}
