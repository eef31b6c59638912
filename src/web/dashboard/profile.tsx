import { signedIn } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import type { Route } from './+types/profile'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedIn(request)
  return null
}

export const meta = titled('My Profile')

export default function MyProfile() {
  return <h1 className="section-title">My Profile</h1>
}
