import { signedInAdmin } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import type { Route } from './+types/manage-tools'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedInAdmin(request)
  return null
}

export const meta = titled('Manage Tools')

export default function ManageTools() {
  return <h1 className="section-title">Manage Tools</h1>
}
