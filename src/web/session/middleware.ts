import {
  createContext,
  type DataStrategyResult,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { Refusal } from '#contract/refusal.ts'
import { clientContext } from '#web/context.ts'
import { toast } from '#web/ui/toast.tsx'
import { type SessionAccount, storeToken } from './access-token.ts'
import { apiClient, isAdmin } from './api-client.ts'
import { findCurrentAccount, signOut } from './session.ts'

type Context = Readonly<RouterContextProvider>
type Results = Record<string, DataStrategyResult>

/** Set for loaders below `requireSession`; for actions, only while the session lasts. */
export const accountContext = createContext<SessionAccount>()

const formKeptContext = createContext(false)

/** Keeps the page and its input when the session has ended, for actions whose form shows the failure. */
export function keepFormOnExpiry(context: Context): void {
  context.set(formKeptContext, true)
}

/** Provides API client and account. Without a session, loaders redirect to /login; actions run and report the refusal. */
export const requireSession: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  const account = await findCurrentAccount()
  context.set(clientContext, apiClient)
  if (account) context.set(accountContext, account)
  if (request.method !== 'GET') return next()
  if (!account) return redirectToLogin(request, context)
  const results = await next()
  if (!Object.values(results).some(isUnauthorized)) return results
  storeToken(null)
  return redirectToLogin(request, context)
}

/** Needs `requireSession` above it. Signs out accounts that are not admins. */
export const requireAdmin: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  if (request.method !== 'GET') return next()
  await assertAdmin(context)
  const results = await next()
  if (Object.values(results).some(needsSecondFactor)) {
    const { pathname, search } = new URL(request.url)
    throw redirect(`/dashboard/twoFactor?${new URLSearchParams({ from: pathname + search })}`)
  }
  // A call may have answered 403, which clears the cached role.
  await assertAdmin(context)
  return results
}

/** Redirects, except after an action that keeps its form: empty results keep the page. */
function redirectToLogin(request: Request, context: Context): Results {
  if (context.get(formKeptContext)) return {}
  const { pathname, search } = new URL(request.url)
  throw redirect(`/login?${new URLSearchParams({ from: pathname + search })}`)
}

function isUnauthorized({ type, result }: DataStrategyResult): boolean {
  return type === 'error' && result instanceof Refusal && result.status === 401
}

function needsSecondFactor({ type, result }: DataStrategyResult): boolean {
  return type === 'error' && result instanceof Refusal && result.code === 'second_factor_required'
}

async function assertAdmin(context: Context): Promise<void> {
  if (await isAdmin(context.get(accountContext).email)) return
  await signOut().catch(() => undefined)
  toast('error', 'That page is for admins. You are signed out.')
  throw redirect('/login')
}
