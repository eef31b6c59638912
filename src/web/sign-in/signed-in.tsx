import { redirect } from 'react-router'
import { ownPath } from '#contract/rules.ts'
import { loadIdentity, signInAs } from '#web/account/session.ts'
import { titled } from '#web/meta.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/signed-in'

/** Where the identity provider's redirect comes back to: takes the access token and goes on to `from`. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const identity = await loadIdentity()
  const email = await identity.email()
  if (!email) throw redirect('/login?error=no_session')
  await signInAs(email)
  throw redirect(ownPath(new URL(request.url).searchParams.get('from')) ?? '/')
}

export const meta = titled('Signing in')

export const HydrateFallback = Spinner

export default Spinner
