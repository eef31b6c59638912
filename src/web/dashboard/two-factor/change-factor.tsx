import { Form, useNavigation } from 'react-router'
import { FormError } from '#web/ui/forms/field.tsx'
import { PasswordField } from './password-field.tsx'

export function ChangeFactor({ failure }: { failure: string | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <PasswordField />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="intent" value="renewCodes" className="btn btn-quiet" disabled={busy}>
          New recovery codes
        </button>
        <button type="submit" name="intent" value="remove" className="btn btn-outline btn-error" disabled={busy}>
          Turn off
        </button>
      </div>
    </Form>
  )
}
