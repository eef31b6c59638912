import { redirect } from 'react-router'
import { titleMeta } from '#web/seo/meta.ts'
import { loadIdentityClient, storeNewAccessToken } from '#web/session/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/signed-in'
import { redirectAfterLogin } from './return-after-login.ts'

/** Target of the identity provider's redirect: stores an access token and redirects to `from`. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const identity = await loadIdentityClient()
  const email = await identity.findEmail()
  if (!email) throw redirect('/login?error=no_session')
  await storeNewAccessToken(email)
  throw await redirectAfterLogin(request, email)
}

export const meta = titleMeta('Signing in')

export const HydrateFallback = Spinner

export default Spinner
