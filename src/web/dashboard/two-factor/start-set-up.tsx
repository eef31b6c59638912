import { Form, useNavigation } from 'react-router'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { PasswordField } from './password-field.tsx'

export function StartSetUp({ failure }: { failure: string | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <p>
        With a second factor, logging in takes your password and a code from an app on your phone, such as Google
        Authenticator, 1Password or Aegis. Somebody who has your password alone cannot log in.
      </p>
      <Form method="post" className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
        <input type="hidden" name="intent" value="setUp" />
        <PasswordField />
        <FormError>{failure}</FormError>
        <SubmitButton busy={busy}>Set up</SubmitButton>
      </Form>
    </>
  )
}
