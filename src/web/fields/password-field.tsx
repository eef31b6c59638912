import { type ComponentProps, useState } from 'react'
import { type FieldProps, Labelled } from '#web/ui/forms/field.tsx'

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
