import { requireAdmin } from '#web/guards.ts'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/manage-orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request)
}

export const meta = titled('Manage Orders')

export default function ManageOrders() {
  return <h1 className="section-title">Manage Orders</h1>
}
