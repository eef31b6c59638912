import { requireAccount } from '#web/guards.ts'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/profile'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccount(request)
}

export const meta = titled('My Profile')

export default function MyProfile() {
  return <h1 className="section-title">My Profile</h1>
}
