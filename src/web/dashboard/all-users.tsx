import { requireAdmin } from '#web/guards.ts'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/all-users'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request)
}

export const meta = titled('All Users')

export default function AllUsers() {
  return <h1 className="section-title">All Users</h1>
}
