import type { ComponentProps } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

interface NumberFieldProps extends Omit<ComponentProps<typeof Field>, 'value'> {
  value: number | undefined
}

export function NumberField({ value, ...field }: NumberFieldProps) {
  return (
    <Field
      type="number"
      inputMode={field.step === '1' ? 'numeric' : 'decimal'}
      className="input w-full tabular-nums"
      defaultValue={field.step === '0.01' ? value?.toFixed(2) : value}
      {...field}
    />
  )
}
