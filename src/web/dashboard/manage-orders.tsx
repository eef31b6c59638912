import { signedInAdmin } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import type { Route } from './+types/manage-orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedInAdmin(request)
  return null
}

export const meta = titled('Manage Orders')

export default function ManageOrders() {
  return <h1 className="section-title">Manage Orders</h1>
}
