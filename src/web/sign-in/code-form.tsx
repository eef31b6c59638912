import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { CodeField } from './code-field.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Follows the password of an account that has a second factor. */
export function CodeForm({ email, failure }: { email: string; failure: string | undefined }) {
  const [search] = useSearchParams()
  const busy = useNavigation().state !== 'idle'
  return (
    <SignInCard title="Enter your code">
      <p>Your account has a second factor: the code that your authenticator app shows for {email}.</p>
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="email" value={email} />
        <CodeField autoFocus />
        <SubmitButton busy={busy}>Login</SubmitButton>
        <FormError>{busy ? undefined : failure}</FormError>
      </Form>
      <p>
        <Link className="link" to={`/login?${search}`} reloadDocument>
          Start again
        </Link>
      </p>
    </SignInCard>
  )
}
