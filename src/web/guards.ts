import { redirect } from 'react-router'
import { api } from './api.ts'
import { currentAccount, signOut } from './session.ts'
import type { Account } from './token.ts'

/** The signed-in account; sends anybody else to /login, which comes back here. */
export async function requireAccount(request: Request): Promise<Account> {
  const account = await currentAccount()
  if (account) return account
  const { pathname, search } = new URL(request.url)
  throw redirect(`/login?${new URLSearchParams({ from: pathname + search })}`)
}

export async function isAdmin(account: Account): Promise<boolean> {
  const { admin } = await api.isAdmin({ params: { email: account.email } })
  return admin
}

/** The signed-in admin; signs anybody else out and sends them to /login. */
export async function requireAdmin(request: Request): Promise<Account> {
  const account = await requireAccount(request)
  if (await isAdmin(account)) return account
  await signOut()
  throw redirect('/login')
}
