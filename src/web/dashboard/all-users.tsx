import { signedInAdmin } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import type { Route } from './+types/all-users'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedInAdmin(request)
  return null
}

export const meta = titled('All Users')

export default function AllUsers() {
  return <h1 className="section-title">All Users</h1>
}
