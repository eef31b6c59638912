import { useState } from 'react'
import { Form, Link, replace, useNavigation, useSearchParams } from 'react-router'
import { minPasswordLength } from '#contract/limits.ts'
import { normalizeEmail } from '#contract/text.ts'
import { PasswordField } from '#web/fields/password-field.tsx'
import { keepInterruptedPurchase } from '#web/home/keep-interrupted-purchase.ts'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { findSameOriginPath } from '#web/same-origin-path.ts'
import { publicMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, storeNewAccessToken } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/signup'
import { findEmailError, ProviderButtons, SignInCard } from './forms/sign-in-card.tsx'
import { readReturnPath, sendSignedInAway } from './return-after-login.ts'

export const loader = () => null

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => sendSignedInAway(request)
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const name = String(form.get('name')).trim()
  const email = normalizeEmail(String(form.get('email')))
  const password = String(form.get('password'))
  const errors = {
    name: name === '' ? 'Name is required' : undefined,
    email: findEmailError(email),
    password: findPasswordError(password),
  }
  if (errors.name || errors.email || errors.password) return { errors }
  try {
    const identity = await loadIdentityClient()
    await identity.signUp(name, email, password)
    await keepInterruptedPurchase(readReturnPath(request))
    await storeNewAccessToken(email)
  } catch (failure) {
    return { failure: toSignInMessage(failure) }
  }
  toast('success', 'Sent Email Verification')
  throw replace('/home')
}

function findPasswordError(password: string): string | undefined {
  if (password === '') return 'Password is required'
  return password.length < minPasswordLength ? 'Password should contains at least 6 characters' : undefined
}

export const meta = publicMeta({
  title: 'SignUp',
  description: 'Open an account to order hand and power tools in bulk.',
})

export default function SignUp({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const from = findSameOriginPath(search.get('from')) ?? '/'
  const busy = useNavigation().state !== 'idle'
  const [message, setMessage] = useState<string>()
  const result = message === undefined && !busy ? actionData : undefined
  return (
    <SignInCard title="SignUp">
      <Form method="post" noValidate className="grid gap-4" onSubmit={() => setMessage(undefined)}>
        <Field label="Name" name="name" autoComplete="name" error={result?.errors?.name} />
        <Field label="Email" name="email" type="email" autoComplete="email" error={result?.errors?.email} />
        <PasswordField
          label="Password"
          name="password"
          hint={result?.errors?.password ? undefined : 'At least 6 characters'}
          autoComplete="new-password"
          error={result?.errors?.password}
        />
        <SubmitButton busy={busy}>SignUp</SubmitButton>
        <FormError>{message ?? result?.failure}</FormError>
      </Form>
      <p>
        Already have an account?{' '}
        <Link className="link" to={`/login?${search}`}>
          Login
        </Link>
      </p>
      <p>
        Buying for a firm?{' '}
        <Link className="link" to="/trade">
          Order as a company
        </Link>
      </p>
      <ProviderButtons from="/home" onLeave={() => keepInterruptedPurchase(from)} onMessage={setMessage} />
    </SignInCard>
  )
}
