import { Field } from '#web/ui/forms/field.tsx'

export function PasswordField() {
  return (
    <Field
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      hint="Leave it empty if you log in with Google only."
    />
  )
}
