import { clientContext } from '#web/context.ts'
import { accountContext } from '#web/session/middleware.ts'
import type { Route } from './+types/own-orders'

export { clientAction, default, meta } from './my-orders.tsx'

/** What an admin has ordered as a customer: My Orders leads admins to their profile. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(clientContext).listOrders({ query: { email: context.get(accountContext).email } })
}
