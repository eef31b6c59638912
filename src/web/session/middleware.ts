import {
  createContext,
  type DataStrategyResult,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { Refusal } from '#contract/refusals.ts'
import { clientContext } from '#web/context.ts'
import { toast } from '#web/ui/toast.tsx'
import { type SessionAccount, storeToken } from './access-token.ts'
import { isAdmin } from './admin-role.ts'
import { api } from './api.ts'
import { currentAccount, signOut } from './session.ts'

type Context = Readonly<RouterContextProvider>
type Results = Record<string, DataStrategyResult>

/** The signed-in account: set for every loader below `requireSession`, and for its actions while the session lives. */
export const accountContext = createContext<SessionAccount>()

const formKeptContext = createContext(false)

/** For an action whose form shows the failure: when the session has ended, the page stays with what was typed in it. */
export function keepForm(context: Context): void {
  context.set(formKeptContext, true)
}

/**
 * Provides API client and account; without a session, loaders redirect to /login, which returns to the page. Actions
 * run all the same, and report the refusal themselves. React Router reuses their context when it revalidates.
 */
export const requireSession: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  const account = await currentAccount()
  context.set(clientContext, api)
  if (account) context.set(accountContext, account)
  if (request.method !== 'GET') return next()
  if (!account) return leavePage(request, context)
  const results = await next()
  if (!Object.values(results).some(isUnauthorized)) return results
  storeToken(null)
  return leavePage(request, context)
}

/** Below `requireSession`: signs out any account that is no admin. */
export const requireAdmin: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  if (request.method !== 'GET') return next()
  await assertAdmin(context)
  const results = await next()
  // Asks the API only if a call has answered 403.
  await assertAdmin(context)
  return results
}

/** Loads nothing where an action keeps its form. */
function leavePage(request: Request, context: Context): Results {
  if (context.get(formKeptContext)) return {}
  const { pathname, search } = new URL(request.url)
  throw redirect(`/login?${new URLSearchParams({ from: pathname + search })}`)
}

function isUnauthorized({ type, result }: DataStrategyResult): boolean {
  return type === 'error' && result instanceof Refusal && result.status === 401
}

async function assertAdmin(context: Context): Promise<void> {
  if (await isAdmin(context.get(clientContext), context.get(accountContext).email)) return
  await signOut().catch(() => undefined)
  toast('error', 'That page is for admins. You are signed out.')
  throw redirect('/login')
}
