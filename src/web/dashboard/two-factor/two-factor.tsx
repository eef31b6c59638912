import { Link, redirect, useSearchParams } from 'react-router'
import { titleMeta } from '#web/seo/meta.ts'
import type { NewSecondFactor, SecondFactor } from '#web/session/identity-client.ts'
import { accountContext } from '#web/session/middleware.ts'
import { loadIdentityClient, storeNewAccessToken } from '#web/session/session.ts'
import { findSameOriginPath } from '#web/sign-in/same-origin-path.ts'
import { toSignInMessage } from '#web/sign-in/sign-in-card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/two-factor'
import { ChangeFactor } from './change-factor.tsx'
import { EnterCode } from './enter-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StartSetUp } from './start-set-up.tsx'

export async function clientLoader() {
  return { factor: await (await loadIdentityClient()).findSecondFactor() }
}

interface ActionResult {
  /** Set up, but not on before a code was entered. */
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
        await identity.enterCode(String(form.get('code')).trim())
        toast('success', newFactor ? 'Your second factor is on' : 'Your code is right')
    }
    // The provider may have begun another session.
    await storeNewAccessToken(context.get(accountContext).email)
  } catch (failure) {
    return { newFactor, failure: toSignInMessage(failure) }
  }
  throw redirect(findSameOriginPath(new URL(request.url).searchParams.get('from')) ?? '/dashboard/twoFactor')
}

/** Kept in the form, so that a wrong code loses nothing. */
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
        <p className="rounded-box border border-warning bg-base-100 p-4 font-semibold">
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
