import { replace } from 'react-router'
import { findRoutes } from '#web/find-routes.ts'
import { findSameOriginPath } from '#web/same-origin-path.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'

export function readReturnPath(request: Request): string {
  return findSameOriginPath(new URL(request.url).searchParams.get('from')) ?? '/'
}

/** Returns null, since the forms' loaders load nothing. */
export async function sendSignedInAway(request: Request): Promise<null> {
  const account = await findCurrentAccount()
  if (account) throw await redirectAfterLogin(request, account.email)
  return null
}

/** Replaces the login in the history. Admin pages sign out customers, so a customer who comes from one goes to My Orders. */
export async function redirectAfterLogin(request: Request, email: string): Promise<Response> {
  const path = readReturnPath(request)
  const isForAdmins = findRoutes(path).some(({ id }) => id === 'admin/admin-layout')
  // The page's links depend on the role.
  const admin = await isAdmin(email).catch(() => true)
  if (!isForAdmins || admin) return replace(path)
  toast('error', 'That page is for admins. These are your orders.')
  return replace('/dashboard')
}
