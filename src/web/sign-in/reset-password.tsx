import { Form, redirect, useNavigation, useSearchParams } from 'react-router'
import { minPasswordLength } from '#contract/limits.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/reset-password'
import { SignInCard, toSignInMessage } from './sign-in-card.tsx'

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const password = String(form.get('password'))
  if (password === '') return { error: 'Password is required' }
  if (password.length < minPasswordLength) return { error: 'Password should contains at least 6 characters' }
  try {
    const identity = await loadIdentityClient()
    await identity.setPassword(String(form.get('token')), password)
  } catch (failure) {
    return { failure: toSignInMessage(failure) }
  }
  toast('success', 'Your new password is set')
  throw redirect('/login')
}

export const meta = titleMeta('Set a new password')

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const busy = useNavigation().state !== 'idle'
  return (
    <SignInCard title="Set a new password">
      {search.get('for') === 'verification' && (
        <p>
          This browser is not the one that signed up. Your new password logs out all others and verifies your email.
        </p>
      )}
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          error={actionData?.error}
        />
        <FormError>{actionData?.failure}</FormError>
        <SubmitButton busy={busy}>Set password</SubmitButton>
      </Form>
    </SignInCard>
  )
}
