import { useRef, useState } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { minPasswordLength } from '#contract/limits.ts'
import { normalizeEmail } from '#contract/text.ts'
import { PasswordField } from '#web/fields/password-field.tsx'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { findSameOriginPath } from '#web/same-origin-path.ts'
import { publicMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, storeNewAccessToken } from '#web/session/session.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import type { Route } from './+types/login'
import { CodeField } from './forms/code-field.tsx'
import { sendPasswordReset } from './forms/send-password-reset.ts'
import { findEmailError, ProviderButtons, SignInCard } from './forms/sign-in-card.tsx'
import { redirectAfterLogin, sendSignedInAway } from './return-after-login.ts'

interface ActionResult {
  errors?: { email: string | undefined; password: string | undefined }
  failure?: string | undefined
  /** Email of an account whose password was right and that needs a code. */
  codeFor?: string
}

/** The server renders the form; `clientLoader` then redirects signed-in accounts. */
export const loader = () => null

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => sendSignedInAway(request)
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs): Promise<ActionResult> {
  const form = await request.formData()
  const email = normalizeEmail(String(form.get('email')))
  const code = form.get('code')
  if (code !== null) return enterCode(request, email, String(code))
  const password = String(form.get('password'))
  const errors = { email: findEmailError(email), password: findPasswordError(password) }
  if (errors.email || errors.password) return { errors }
  try {
    const identity = await loadIdentityClient()
    if (await identity.signIn(email, password)) return { codeFor: email }
    await storeNewAccessToken(email)
  } catch (failure) {
    return { failure: toSignInMessage(failure) }
  }
  throw await redirectAfterLogin(request, email)
}

async function enterCode(request: Request, email: string, code: string): Promise<ActionResult> {
  try {
    const identity = await loadIdentityClient()
    await identity.enterCode(code)
    await storeNewAccessToken(email)
  } catch (failure) {
    return { codeFor: email, failure: toSignInMessage(failure) }
  }
  throw await redirectAfterLogin(request, email)
}

function findPasswordError(password: string): string | undefined {
  if (password === '') return 'Password is required'
  return password.length < minPasswordLength ? 'Password must contain 6 character' : undefined
}

export const meta = publicMeta({
  title: 'Login',
  description: 'Log in to order tools, pay for orders and review them.',
})

export default function Login({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  /** Message of the buttons beside the form; undefined shows the form's own. */
  const [message, setMessage] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const emailField = useRef<HTMLInputElement>(null)
  const busy = useNavigation().state !== 'idle'
  const from = findSameOriginPath(search.get('from')) ?? '/'
  const { oidcName } = usePageSettings()

  async function requestReset() {
    setMessage('')
    setSending(true)
    const result = await sendPasswordReset(emailField.current?.value ?? '')
    setSending(false)
    setSentTo('sentTo' in result ? result.sentTo : undefined)
    setMessage('failure' in result ? result.failure : '')
    if ('failure' in result && result.isEmailWrong) emailField.current?.focus()
  }

  if (actionData?.codeFor)
    return <CodeForm key={actionData.codeFor} email={actionData.codeFor} failure={actionData.failure} />
  const ownResult: ActionResult = actionData ?? { failure: describeProviderError(search, oidcName) }
  const result = message === undefined && !busy ? ownResult : undefined
  return (
    <SignInCard title="Login">
      <Reason from={from} />
      <Form method="post" noValidate className="grid gap-4" onSubmit={() => setMessage(undefined)}>
        <Field
          label="Email"
          name="email"
          type="email"
          ref={emailField}
          autoComplete="email"
          error={result?.errors?.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={result?.errors?.password}
        />
        <Button className="link justify-self-start py-2" onClick={requestReset} disabled={isSending}>
          Forgot Password
        </Button>
        {sentTo && (
          <p className="text-muted">
            If {sentTo} has an account, a link to choose a new password is on its way. It is good for an hour.
          </p>
        )}
        <SubmitButton busy={busy}>Login</SubmitButton>
        <FormError>{message ?? result?.failure}</FormError>
      </Form>
      <p>
        New here?{' '}
        <Link className="link" to={`/signup?${search}`}>
          Create an account
        </Link>
      </p>
      <ProviderButtons from={from} onMessage={setMessage} />
    </SignInCard>
  )
}

function Reason({ from }: { from: string }) {
  if (from.startsWith('/purchase/')) return <p>Log in to order this tool. You come back to it.</p>
  if (from.startsWith('/cart')) return <p>Log in to order. You come back to your cart.</p>
  if (from.startsWith('/dashboard/company')) return <p>Log in to apply as a company, or to join one.</p>
  if (from.startsWith('/dashboard')) return <p>Log in to see that page.</p>
  return null
}

function describeProviderError(search: URLSearchParams, oidcName: string | undefined): string | undefined {
  const error = search.get('error')
  if (error === null) return undefined
  if (error === 'account_not_linked') return 'That email has an account with a password. Log in with it here.'
  const name = { google: 'Google', oidc: oidcName }[search.get('with') ?? ''] ?? 'That'
  if (error === 'unavailable') return `${name} sign-in does not answer. Log in another way, or try again in a moment.`
  if (error === 'email_invalid')
    return `${name} sign-in shared an email that is not valid. Have it corrected there, or log in another way.`
  if (error === 'email_not_found') return `${name} sign-in did not share your email. Please log in another way.`
  return `${name} sign-in did not finish. Please try again.`
}

function CodeForm({ email, failure }: { email: string; failure: string | undefined }) {
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
