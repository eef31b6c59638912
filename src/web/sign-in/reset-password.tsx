import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { minPasswordLength } from '#contract/limits.ts'
import { PasswordField } from '#web/fields/password-field.tsx'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/reset-password'
import { sendPasswordReset } from './forms/send-password-reset.ts'
import { SignInCard } from './forms/sign-in-card.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return { token: undefined, claims: false }
  const identity = await loadIdentityClient()
  // If the provider does not answer, submitting the form shows that.
  const check = await identity.checkPasswordToken(token).catch(() => ({ isValid: true, claims: false }))
  return { token: check.isValid ? token : undefined, claims: check.claims }
}

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

export const HydrateFallback = Spinner

export default function ResetPassword({ loaderData: { token, claims }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (token === undefined) return <UsedLink />
  return (
    <SignInCard title="Set a new password">
      {claims && (
        <p className="border-l-4 border-primary bg-base-200 px-3 py-2">
          This email was never verified, so somebody else may have signed up with it. A new password verifies it, logs
          out all others, and removes the cart, profile, addresses and lists of the account. To keep your data, log in
          and open the link in the verification mail.
        </p>
      )}
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <PasswordField
          label="New password"
          name="password"
          hint={actionData?.error ? undefined : 'At least 6 characters'}
          autoComplete="new-password"
          error={actionData?.error}
        />
        <FormError>{actionData?.failure}</FormError>
        <SubmitButton busy={busy}>Set password</SubmitButton>
      </Form>
    </SignInCard>
  )
}

function UsedLink() {
  const [message, setMessage] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(form: FormData) {
    setSending(true)
    const result = await sendPasswordReset(String(form.get('email')))
    setMessage('failure' in result ? result.failure : undefined)
    setSending(false)
  }

  return (
    <SignInCard title="That link is no longer good">
      <p>It was used before, or it is too old. We mail you a new one.</p>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={event => {
          event.preventDefault()
          void send(new FormData(event.currentTarget))
        }}
      >
        <Field label="Email" name="email" type="email" autoComplete="email" />
        <SubmitButton busy={isSending}>Send a new link</SubmitButton>
        <FormError>{message}</FormError>
      </form>
    </SignInCard>
  )
}
