import type { ComponentProps } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

export function CodeField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="Code"
      name="code"
      hint="Six digits, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
    />
  )
}
