import { redirect } from 'react-router'
import { type Client, createClient } from '#contract/client.ts'
import { toast } from '#web/ui/toast.tsx'
import { type SessionAccount, storeToken } from './access-token.ts'
import { currentAccount, fetchSignedIn, signOut } from './session.ts'

interface SignedIn {
  account: SessionAccount
  /** The contract's client, signed in; a token that is refused for good sends to /login like none. */
  api: Client
}

/** The signed-in account and its API; sends anybody else to /login, which comes back to the request's page. */
export async function signedIn(request: Request): Promise<SignedIn> {
  const toLogin = () => {
    const { pathname, search } = new URL(request.url)
    return redirect(`/login?${new URLSearchParams({ from: pathname + search })}`)
  }
  const account = await currentAccount()
  if (!account) throw toLogin()
  const api = createClient(async (path, init) => {
    const response = await fetchSignedIn(path, init)
    if (response.status !== 401) return response
    storeToken(null)
    throw toLogin()
  })
  return { account, api }
}

export async function isAdmin({ account, api }: SignedIn): Promise<boolean> {
  const { admin } = await api.isAdmin({ params: { email: account.email } })
  return admin
}

/** The signed-in admin; signs anybody else out and sends them to /login. */
export async function signedInAdmin(request: Request): Promise<SignedIn> {
  const session = await signedIn(request)
  if (await isAdmin(session)) return session
  await signOut().catch(() => undefined)
  toast('error', 'That page is for admins. You are signed out.')
  throw redirect('/login')
}
