import { clientContext } from '#web/context.ts'
import { accountContext } from '#web/session/middleware.ts'
import type { Route } from './+types/own-orders'
import { loadOwnOrders } from './my-orders.tsx'

export { clientAction, default, meta } from './my-orders.tsx'

/** Lists orders that an admin placed as a customer: My Orders redirects admins to their profile. */
export const clientLoader = ({ request, context }: Route.ClientLoaderArgs) =>
  loadOwnOrders(request, context.get(clientContext), context.get(accountContext).email)
