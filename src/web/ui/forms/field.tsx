import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { useIsPosting } from '#web/ui/use-is-posting.ts'

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

interface LabelledProps extends FieldProps {
  isLabelHidden?: boolean
  children: (fieldProps: FieldControlProps) => ReactNode
}

export function Labelled({ label, error, hint, required, isLabelHidden = false, children }: LabelledProps) {
  const id = useId()
  const { shownError, hideError } = useShownError(error, id)
  const notes = [shownError && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1" onInput={hideError}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : `font-semibold ${required ? 'is-required' : ''}`}>
        {label}
      </label>
      {children({ id, 'aria-invalid': shownError !== undefined, 'aria-describedby': notes || undefined })}
      {shownError && (
        <p id={`${id}-error`} className="text-error">
          {shownError}
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

/** An error of the last submit is hidden while the form is sent again, and once its field is edited. */
function useShownError(error: string | undefined, id: string) {
  const isPosting = useIsPosting()
  const [isEdited, setEdited] = useState(false)
  const [latest, setLatest] = useState(error)
  if (latest !== error) {
    setLatest(error)
    setEdited(false)
  }
  useEffect(() => {
    const onSubmit = ({ target }: Event) => {
      const field = document.getElementById(id)
      if (field && 'form' in field && field.form === target) setEdited(false)
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [id])
  const isShown = !isEdited && !isPosting
  return { shownError: isShown ? error : undefined, hideError: () => setEdited(true) }
}

export function FormError({ children }: { children: string | undefined }) {
  const isPosting = useIsPosting()
  return (
    <p role="alert" className="text-error empty:hidden">
      {isPosting ? undefined : children}
    </p>
  )
}
