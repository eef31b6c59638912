import { Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import type { NewSecondFactor, SecondFactor } from '#web/identity/identity-client.ts'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { findSameOriginPath } from '#web/same-origin-path.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { accountContext } from '#web/session/middleware.ts'
import { loadIdentityClient, storeNewAccessToken } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/two-factor'
import { EnterCode } from './enter-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export async function clientLoader() {
  return { factor: await (await loadIdentityClient()).findSecondFactor() }
}

interface ActionResult {
  newFactor?: NewSecondFactor | undefined
  recoveryCodes?: readonly string[]
  failure?: string
}

export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<ActionResult> {
  const form = await request.formData()
  const identity = await loadIdentityClient()
  const password = String(form.get('password'))
  const newFactor = parseNewFactor(form)
  try {
    switch (form.get('intent')) {
      case 'setUp':
        return { newFactor: await identity.setUpSecondFactor(password) }
      case 'renewCodes':
        return { recoveryCodes: await identity.renewRecoveryCodes(password) }
      case 'remove':
        await identity.removeSecondFactor(password)
        toast('success', 'Your second factor is off')
        break
      default:
        await (newFactor ? identity.enterFirstCode : identity.enterCode)(String(form.get('code')))
        toast('success', newFactor ? 'Your second factor is on' : 'Your code is right')
    }
    // The provider may have begun a new session.
    await storeNewAccessToken(context.get(accountContext).email)
  } catch (failure) {
    return { newFactor, failure: toSignInMessage(failure) }
  }
  throw redirect(findSameOriginPath(new URL(request.url).searchParams.get('from')) ?? '/dashboard/twoFactor')
}

/** The form holds the new factor, so that a wrong code loses nothing. */
function parseNewFactor(form: FormData): NewSecondFactor | undefined {
  const newFactor = form.get('newFactor')
  return typeof newFactor === 'string' ? JSON.parse(newFactor) : undefined
}

export const meta = titleMeta('Second factor')

export default function TwoFactor({ loaderData: { factor }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <section className="grid max-w-xl gap-6">
      <h1 className="section-title">Second factor</h1>
      {search.has('from') && (
        <p className="rounded-box border border-primary bg-base-100 p-4 font-semibold">
          Admin pages of this shop need a second factor.
        </p>
      )}
      <Step {...factor} {...actionData} />
    </section>
  )
}

function Step({ isOn, isChecked, newFactor, recoveryCodes, failure }: SecondFactor & ActionResult) {
  if (!isOn && newFactor) return <EnterCode newFactor={newFactor} failure={failure} />
  if (!isOn) return <StartSetUp failure={failure} />
  if (!isChecked) return <EnterCode failure={failure} />
  return (
    <>
      <p>
        It is on: logging in with your password asks for a code; logging in with Google does not. Where you logged in
        before,{' '}
        <Link className="link" to="/dashboard/sessions">
          you are still signed in
        </Link>
        .
      </p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <ChangeFactor failure={failure} />
    </>
  )
}

function ChangeFactor({ failure }: { failure: string | undefined }) {
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

function StartSetUp({ failure }: { failure: string | undefined }) {
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

function PasswordField() {
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
